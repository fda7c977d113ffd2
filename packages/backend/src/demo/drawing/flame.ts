import type { Ctx } from './pose.ts'

/** A flame at (x, y), the foot of its wick, with its glow. */
export function flame(ctx: Ctx, x: number, y: number, size: number): void {
  const glow = ctx.createRadialGradient(x, y - size * 0.8, 1, x, y - size * 0.8, size * 3.4)
  glow.addColorStop(0, 'rgba(255,206,110,0.6)')
  glow.addColorStop(1, 'rgba(255,190,90,0)')
  ctx.fillStyle = glow
  ctx.fillRect(x - size * 4, y - size * 5, size * 8, size * 8)
  ctx.fillStyle = '#3a2218'
  ctx.fillRect(x - 1.2, y - size * 0.45, 2.4, size * 0.5)
  for (const [share, inner, outer] of [
    [1, '#ffb43c', '#f2801e'],
    [0.6, '#fff6d0', '#ffd45e'],
  ] as const) {
    const h = size * 1.9 * share
    const fill = ctx.createLinearGradient(0, y - h, 0, y)
    fill.addColorStop(0, outer)
    fill.addColorStop(1, inner)
    ctx.beginPath()
    ctx.moveTo(x, y - h - size * 0.2)
    ctx.bezierCurveTo(
      x + size * 0.7 * share,
      y - h * 0.55,
      x + size * 0.5 * share,
      y - size * 0.1,
      x,
      y - size * 0.12,
    )
    ctx.bezierCurveTo(
      x - size * 0.5 * share,
      y - size * 0.1,
      x - size * 0.66 * share,
      y - h * 0.5,
      x,
      y - h - size * 0.2,
    )
    ctx.fillStyle = fill
    ctx.fill()
  }
}
