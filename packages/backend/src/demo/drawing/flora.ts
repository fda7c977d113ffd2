import { type Paint, css, darken, lighten } from './colour.ts'
import type { Ctx } from './pose.ts'

/** One leaf. */
export function leafAt(ctx: Ctx, x: number, y: number, turn: number, length: number, paint: Paint): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  const fill = ctx.createLinearGradient(0, -length * 0.4, 0, length * 0.4)
  fill.addColorStop(0, css(lighten(paint, 0.35)))
  fill.addColorStop(0.5, css(paint))
  fill.addColorStop(0.52, css(darken(paint, 0.25)))
  fill.addColorStop(1, css(darken(paint, 0.45)))
  ctx.beginPath()
  ctx.moveTo(-length * 0.6, 0)
  ctx.quadraticCurveTo(0, -length * 0.55, length, 0)
  ctx.quadraticCurveTo(0, length * 0.55, -length * 0.6, 0)
  ctx.fillStyle = fill
  ctx.fill()
  ctx.restore()
}
