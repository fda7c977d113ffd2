import { type Paint, css, darken, lighten } from './colour.ts'
import type { Ctx } from './pose.ts'
import { type Shape, shape } from './shape.ts'
import { type Area, soft } from './soft.ts'
import { type Texture, texture } from './texture.ts'

/** Draws only within an outline. */
export function inside(ctx: Ctx, outline: Shape, draw: () => void): void {
  ctx.save()
  ctx.clip(shape(outline))
  draw()
  ctx.restore()
}

/**
 * A full, soft body of cloth or leather: lit at the upper left, turning away at the lower right.
 * `depth` is how round it looks, in picture units.
 */
export function form(ctx: Ctx, outline: Shape, paint: Paint, cloth?: Texture, depth = 26): void {
  const path = shape(outline)
  const [left, top, right, bottom] = path.getBounds()
  const fill = ctx.createLinearGradient(left, top, right, bottom)
  fill.addColorStop(0, css(lighten(paint, 0.2)))
  fill.addColorStop(0.42, css(paint))
  const pale = paint[0] + paint[1] + paint[2] > 600
  fill.addColorStop(1, css(darken(paint, pale ? 0.16 : 0.3)))
  ctx.save()
  ctx.fillStyle = fill
  ctx.fill(path)
  if (cloth) texture(ctx, cloth, 0.9, path)
  ctx.clip(path)
  soft(
    ctx,
    depth * 0.42,
    (pad) => {
      pad.translate(-depth * 0.16, -depth * 0.2)
      pad.lineWidth = depth
      pad.strokeStyle = css(darken(paint, pale ? 0.55 : 0.85), pale ? 0.26 : 0.42)
      pad.stroke(path)
      pad.translate(depth * 0.34, depth * 0.4)
      pad.lineWidth = depth * 0.36
      pad.strokeStyle = css(lighten(paint, 0.55), 0.5)
      pad.stroke(path)
    },
    [left, top, right, bottom],
  )
  ctx.restore()
}

/** Creases: soft dark valleys with lit lower lips. Draw them `inside` what they must not spill over. */
export function folds(
  ctx: Ctx,
  outlines: readonly Shape[],
  paint: Paint,
  { width = 8, strength = 0.5 }: { width?: number; strength?: number } = {},
): void {
  const paths = outlines.map(shape)
  soft(
    ctx,
    width * 0.5,
    (pad) => {
      pad.lineCap = 'round'
      pad.lineWidth = width
      pad.strokeStyle = css(darken(paint, 0.85), strength)
      paths.forEach((path) => pad.stroke(path))
      pad.translate(width * 0.6, width * 0.7)
      pad.lineWidth = width * 0.5
      pad.strokeStyle = css(lighten(paint, 0.5), strength * 0.8)
      paths.forEach((path) => pad.stroke(path))
    },
    around(
      paths.map((path) => path.getBounds()),
      width,
    ),
  )
}

/** What holds all areas, with some room. */
function around(areas: readonly Area[], room: number): Area {
  return [
    Math.min(...areas.map((area) => area[0])) - room,
    Math.min(...areas.map((area) => area[1])) - room,
    Math.max(...areas.map((area) => area[2])) + room,
    Math.max(...areas.map((area) => area[3])) + room,
  ]
}

/** A row of stitches. */
export function stitch(ctx: Ctx, outline: Shape, paint: Paint, length = 5): void {
  ctx.save()
  ctx.setLineDash([length, length * 0.7])
  ctx.lineWidth = 1.5
  ctx.strokeStyle = css(paint, 0.85)
  ctx.stroke(shape(outline))
  ctx.restore()
}

/** A strip of flat webbing along a line. */
export function webbing(ctx: Ctx, outline: Shape, width: number, paint: Paint): void {
  const path = shape(outline)
  ctx.save()
  ctx.lineJoin = 'round'
  for (const [share, tone] of [
    [1, darken(paint, 0.4)],
    [0.84, paint],
    [0.36, lighten(paint, 0.14)],
  ] as const) {
    ctx.lineWidth = width * share
    ctx.strokeStyle = css(tone)
    ctx.stroke(path)
  }
  ctx.restore()
}

/** A zip with its puller at (x, y). */
export function zip(ctx: Ctx, outline: Shape, tape: Paint, metal: Paint, x: number, y: number): void {
  const path = shape(outline)
  ctx.save()
  ctx.lineCap = 'round'
  ctx.lineWidth = 7
  ctx.strokeStyle = css(darken(tape, 0.55))
  ctx.stroke(path)
  ctx.lineWidth = 2.4
  ctx.setLineDash([2, 1.6])
  ctx.strokeStyle = css(lighten(metal, 0.1))
  ctx.stroke(path)
  ctx.restore()
  ctx.fillStyle = css(metal)
  ctx.beginPath()
  ctx.roundRect(x - 4, y - 4, 8, 8, 3)
  ctx.fill()
  ctx.fillStyle = css(lighten(metal, 0.35))
  ctx.beginPath()
  ctx.roundRect(x - 2.5, y + 3, 5, 18, 2.5)
  ctx.fill()
}

/** A leather patch with a lit edge, for a mark. */
export function patch(ctx: Ctx, x: number, y: number, width: number, height: number, paint: Paint): void {
  const fill = ctx.createLinearGradient(x, y, x + width, y + height)
  fill.addColorStop(0, css(lighten(paint, 0.22)))
  fill.addColorStop(1, css(darken(paint, 0.16)))
  ctx.beginPath()
  ctx.roundRect(x + 1.5, y + 2, width, height, 5)
  ctx.fillStyle = 'rgba(24,8,18,0.4)'
  ctx.fill()
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, 5)
  ctx.fillStyle = fill
  ctx.fill()
  texture(ctx, 'grain', 0.7)
  stitch(ctx, (path) => path.roundRect(x + 4, y + 4, width - 8, height - 8, 3), lighten(paint, 0.5), 3.5)
}

/** The shadow of something soft whose foot runs from `left` to `right` at `y`, and that is `height` high. */
export function groundShadow(
  ctx: Ctx,
  left: number,
  right: number,
  y: number,
  height: number,
  depth = 24,
): void {
  const reach = Math.min(170, 20 + height * 0.45)
  const middle = (left + right) / 2
  const half = (right - left) / 2
  soft(
    ctx,
    12,
    (pad) => {
      for (let step = 0; step < 9; step += 1) {
        const t = step / 8
        pad.beginPath()
        pad.ellipse(middle + reach * t, y - 2, half, depth, 0, 0, Math.PI * 2)
        pad.fillStyle = `rgba(44,22,40,${(0.13 * (1 - t) ** 0.7).toFixed(3)})`
        pad.fill()
      }
    },
    [left - 4, y - depth - 4, right + reach + 4, y + depth + 4],
  )
  soft(
    ctx,
    4,
    (pad) => {
      pad.beginPath()
      pad.ellipse(middle + 3, y - 3, half * 0.98, depth * 0.36, 0, 0, Math.PI * 2)
      pad.fillStyle = 'rgba(38,16,34,0.55)'
      pad.fill()
    },
    [left - 2, y - depth, right + 8, y + depth],
  )
}
