import { css } from './colour.ts'
import type { Material } from './material.ts'
import type { Ctx } from './pose.ts'
import { type Shape, shape } from './shape.ts'

/** Handles, straps, cords, wires: a round section along a path, lit from the upper left. */
export function tube(
  ctx: Ctx,
  outline: Shape,
  width: number,
  material: Material,
  cap: CanvasLineCap = 'round',
): void {
  const layers = [
    [1, 0, material(0.72, -0.62, 0.3)],
    [0.8, 0.05, material(0.35, -0.3, 0.88)],
    [0.58, 0.09, material(0, 0, 1)],
    [0.34, 0.14, material(-0.4, 0.42, 0.82)],
    [0.14, 0.19, material(-0.5, 0.55, 0.67)],
  ] as const
  const path = shape(outline)
  ctx.save()
  ctx.lineCap = cap
  ctx.lineJoin = 'round'
  for (const [share, shift, paint] of layers) {
    ctx.save()
    ctx.translate(-shift * width, -shift * width)
    ctx.lineWidth = Math.max(0.6, width * share)
    ctx.strokeStyle = css(paint)
    ctx.stroke(path)
    ctx.restore()
  }
  ctx.restore()
}

type CanvasLineCap = 'butt' | 'round' | 'square'
