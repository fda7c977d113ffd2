import { Path2D } from '@napi-rs/canvas'

/** An outline: SVG path data, or a function that draws it. */
export type Shape = string | ((path: Path2D) => void)

/** The outline as a path that can be filled, stroked and clipped. */
export function shape(outline: Shape): Path2D {
  if (typeof outline === 'string') return new Path2D(outline)
  const path = new Path2D()
  outline(path)
  return path
}
