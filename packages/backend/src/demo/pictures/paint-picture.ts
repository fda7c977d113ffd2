import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { type Backdrop, backdrop } from '../drawing/backdrop.ts'
import { frame } from '../drawing/frame.ts'
import { type PaletteName, palettes } from '../drawing/palette.ts'
import { drawings } from './drawings.ts'
import { type DrawingName, stagings } from './stagings.ts'

/** What is in a picture: which drawing, in which colours, before what, and how close (1 is usual). */
export interface Scene {
  readonly drawing: DrawingName
  readonly palette: PaletteName
  readonly backdrop: Backdrop
  readonly zoom: number
}

/** Where the middle of a product comes to lie. */
const middle = { x: 314, y: 256 } as const

let lastBackdrop: { readonly key: string; readonly canvas: Canvas } | undefined

/**
 * Paints a scene on a canvas, `scale` times 640 by 480. Scenes that follow each other before the same backdrop are
 * cheaper: it is painted once.
 */
export function paintPicture(
  canvas: Canvas,
  { drawing, palette, backdrop: kind, zoom }: Scene,
  scale = 1,
): void {
  const ctx = canvas.getContext('2d')
  ctx.resetTransform()
  ctx.drawImage(backdropOf(kind, palette, scale), 0, 0)
  const [, x, y, closeness] = stagings[drawing]
  ctx.save()
  ctx.scale(scale, scale)
  ctx.translate(middle.x, middle.y)
  ctx.scale(closeness * zoom, closeness * zoom)
  ctx.translate(-x, -y)
  drawings[drawing](ctx, palettes[palette])
  ctx.restore()
}

function backdropOf(kind: Backdrop, palette: PaletteName, scale: number): Canvas {
  const key = `${kind} ${palette} ${scale}`
  if (lastBackdrop?.key === key) return lastBackdrop.canvas
  const canvas = createCanvas(frame.width * scale, frame.height * scale)
  const ctx = canvas.getContext('2d')
  ctx.scale(scale, scale)
  backdrop(ctx, kind, palettes[palette])
  lastBackdrop = { key, canvas }
  return canvas
}
