import { box, moved, onFront, panel } from '../drawing/box.ts'
import { css, darken, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, steel, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, shadows, soft } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A round brass clock on a small wooden foot. */
export function deskClock(ctx: Ctx, palette: Palette): void {
  const foot = upright(320, 400, 0.06)
  shadows(ctx, [boxCast(foot, 190, 70, 190)])
  box(ctx, foot, { width: 190, depth: 70, height: 34 }, gloss(walnut, 0.3), { corner: 8, edge: 3 })
  onFront(ctx, foot, 70, () => {
    ctx.beginPath()
    ctx.rect(-92, -32, 184, 30)
    texture(ctx, 'wood', 0.8)
    panel(ctx, -34, -24, 68, 15, lighten(palette.metal, 0.15), 2)
  })
  const [x, y, r] = [318, 254, 112]
  const ring = metal(palette.metal, 0.6)
  for (let step = 0; step < 8; step += 1) {
    ctx.beginPath()
    ctx.arc(x + 9 - step, y + 2, r, 0, Math.PI * 2)
    ctx.fillStyle = css(darken(palette.metal, 0.62 - step * 0.03))
    ctx.fill()
  }
  const rim = ctx.createConicGradient(-2.4, x, y)
  for (let step = 0; step <= 16; step += 1) {
    const angle = (step / 16) * Math.PI * 2 - 2.4
    rim.addColorStop(step / 16, css(ring(Math.cos(angle) * 0.62, -Math.sin(angle) * 0.62, 0.78)))
  }
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = rim
  ctx.fill()
  dial(ctx, x, y, r - 13, palette)
}

function dial(ctx: Ctx, x: number, y: number, r: number, palette: Palette): void {
  const face = ctx.createRadialGradient(x - r * 0.4, y - r * 0.5, 4, x, y, r * 1.2)
  face.addColorStop(0, css(lighten(palette.pale, 0.6)))
  face.addColorStop(1, css(darken(palette.pale, 0.1)))
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = face
  ctx.fill()
  ctx.save()
  ctx.clip()
  soft(ctx, 5, (pad) => {
    pad.beginPath()
    pad.arc(x + 5, y + 7, r + 5, 0, Math.PI * 2)
    pad.lineWidth = 15
    pad.strokeStyle = 'rgba(40,16,30,0.34)'
    pad.stroke()
  })
  ctx.restore()
  ctx.save()
  ctx.translate(x, y)
  for (let tick = 0; tick < 60; tick += 1) {
    const hour = tick % 5 === 0
    ctx.save()
    ctx.rotate((tick / 60) * Math.PI * 2)
    ctx.fillStyle = css(palette.main, hour ? 1 : 0.45)
    ctx.fillRect(hour ? -1.8 : -0.7, -r + 7, hour ? 3.6 : 1.4, hour ? 13 : 6)
    ctx.restore()
  }
  for (const [angle, length, width, paint] of [
    [-1.05, r * 0.52, 6, palette.main],
    [1.05, r * 0.76, 4, palette.main],
    [2.9, r * 0.7, 1.6, palette.accent],
  ] as const) {
    ctx.save()
    ctx.rotate(angle)
    ctx.fillStyle = css(paint)
    ctx.beginPath()
    ctx.roundRect(-width / 2, -length, width, length + 14, width / 2)
    ctx.fill()
    ctx.restore()
  }
  ctx.beginPath()
  ctx.arc(0, 0, 6, 0, Math.PI * 2)
  ctx.fillStyle = css(palette.metal)
  ctx.fill()
  ctx.restore()
}

/** A tent calendar with a rings' spine. */
export function calendar(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 398, 0.14)
  shadows(ctx, [boxCast(pose, 300, 110, 130)])
  const back = moved(pose, [0, 40, 0])
  box(ctx, back, { width: 300, depth: 8, height: 190 }, matte(darken(palette.main, 0.3)), { corner: 2 })
  box(ctx, moved(pose, [0, 0, 0]), { width: 304, depth: 96, height: 10 }, matte(palette.main), { corner: 2 })
  ctx.save()
  ctx.translate(0, -6)
  const leaf = moved(pose, [0, -2, 10])
  box(ctx, leaf, { width: 300, depth: 6, height: 196 }, matte(lighten(palette.pale, 0.45)), {
    corner: 2,
    edge: 1,
    shade: 0.12,
  })
  onFront(ctx, leaf, 6, () => {
    panel(ctx, -150, -196, 300, 66, palette.main)
    print(ctx, 'lotus', -110, -164, 20, lighten(palette.accent, 0.1))
    ctx.fillStyle = css(palette.pale, 0.9)
    ctx.fillRect(-72, -172, 120, 11)
    ctx.fillStyle = css(palette.pale, 0.5)
    ctx.fillRect(-72, -154, 76, 6)
    for (let day = 0; day < 35; day += 1) {
      const [x, y] = [-128 + (day % 7) * 40, -112 + Math.floor(day / 7) * 21]
      const special = day === 17
      ctx.fillStyle = css(special ? palette.accent : darken(palette.pale, 0.42), special ? 1 : 0.62)
      ctx.beginPath()
      ctx.roundRect(x, y, special ? 16 : 12, special ? 14 : 6, 3)
      ctx.fill()
    }
  })
  ctx.restore()
  for (let ring = 0; ring < 13; ring += 1) {
    const at = moved(pose, [-132 + ring * 22, -5, 201])
    ctx.beginPath()
    ctx.ellipse(at.x, at.y - 7, 4, 10, 0, 0, Math.PI * 2)
    ctx.lineWidth = 2.4
    ctx.strokeStyle = css(mix(steel, palette.metal, 0.5))
    ctx.stroke()
  }
}
