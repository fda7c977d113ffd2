import { type Paint, css, darken, lighten, mix } from './colour.ts'
import { marigold } from './palette.ts'
import type { Ctx } from './pose.ts'

/** A marigold's head seen a little from above. */
export function marigoldFlower(
  ctx: Ctx,
  x: number,
  y: number,
  radius: number,
  paint: Paint = marigold,
): void {
  for (let ring = 0; ring < 4; ring += 1) {
    const r = radius * (1 - ring * 0.24)
    const petals = 13 - ring * 2
    for (let petal = 0; petal < petals; petal += 1) {
      const angle = (petal / petals) * Math.PI * 2 + ring * 0.4
      ctx.beginPath()
      ctx.ellipse(
        x + Math.cos(angle) * r * 0.66,
        y + Math.sin(angle) * r * 0.5 - ring * radius * 0.07,
        r * 0.34,
        r * 0.27,
        angle,
        0,
        Math.PI * 2,
      )
      const light = -Math.cos(angle + 0.8) * 0.5 + 0.5
      ctx.fillStyle = css(
        mix(darken(paint, 0.34 - ring * 0.05), lighten(paint, 0.34), light * 0.7 + ring * 0.1),
      )
      ctx.fill()
    }
  }
}
