import { type Paint, css } from './colour.ts'
import type { Ctx } from './pose.ts'

/** A plain cross of arms a third as wide as it is long. */
export function cross(ctx: Ctx, x: number, y: number, size: number, paint: Paint): void {
  ctx.fillStyle = css(paint)
  ctx.beginPath()
  ctx.roundRect(x - size * 0.34, y - size, size * 0.68, size * 2, size * 0.12)
  ctx.roundRect(x - size, y - size * 0.34, size * 2, size * 0.68, size * 0.12)
  ctx.fill()
}
