import { moved } from '../drawing/box.ts'
import { type Paint, css, darken, lighten, mix } from '../drawing/colour.ts'
import { flame } from '../drawing/flame.ts'
import { matte, metal } from '../drawing/material.ts'
import { type Palette, ivory } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { onSide, turned } from '../drawing/turned.ts'

/** A pierced lantern with a candle in it. */
export function lantern(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 404)
  shadows(ctx, [roundCast(pose, 86, 230)])
  const frame = metal(mix(palette.metal, palette.main, 0.25), 0.4)
  turned(ctx, pose, '84 0, 90 3 3, 90 14 3, 82 20 3', frame)
  within(ctx, pose, () => {
    const glow = ctx.createRadialGradient(0, -92, 6, 0, -92, 120)
    glow.addColorStop(0, '#fff2c4')
    glow.addColorStop(0.5, '#f6b955')
    glow.addColorStop(1, '#8a4a1c')
    ctx.fillStyle = glow
    ctx.beginPath()
    ctx.roundRect(-78, -178, 156, 184, 14)
    ctx.fill()
  })
  turned(ctx, moved(pose, [0, 0, 20]), '22 0, 22 70', matte(ivory))
  flame(ctx, 318, 404 - 96 * Math.cos(pose.pitch), 20)
  within(ctx, pose, () => {
    for (let column = -3; column <= 3; column += 1) {
      const angle = column * 0.42
      for (let row = 0; row < 4; row += 1)
        lattice(ctx, pose, angle, 40 + row * 38, darken(palette.metal, 0.2))
    }
  })
  turned(ctx, pose, '82 180, 90 184 3, 90 194 3, 60 228 16, 20 256 10, 14 270', frame)
  turned(ctx, pose, '14 268, 18 272 2, 10 284 4, 0 286', metal(palette.metal, 0.7))
  const top = 404 - 282 * Math.cos(pose.pitch)
  ctx.beginPath()
  ctx.arc(318, top - 16, 20, 0, Math.PI * 2)
  ctx.lineWidth = 5
  ctx.strokeStyle = css(palette.metal)
  ctx.stroke()
  ctx.lineWidth = 1.6
  ctx.strokeStyle = css(lighten(palette.metal, 0.6))
  ctx.stroke()
}

function lattice(ctx: Ctx, pose: Pose, angle: number, height: number, paint: Paint): void {
  const [x, y] = onSide(pose, 82, angle, height)
  const w = 17 * Math.cos(angle)
  ctx.strokeStyle = css(paint)
  ctx.lineWidth = 4.4
  ctx.beginPath()
  ctx.moveTo(x, y - 18)
  ctx.quadraticCurveTo(x + w * 1.3, y, x, y + 18)
  ctx.quadraticCurveTo(x - w * 1.3, y, x, y - 18)
  ctx.stroke()
  ctx.lineWidth = 1.2
  ctx.strokeStyle = css(lighten(paint, 0.5), 0.7)
  ctx.stroke()
}
