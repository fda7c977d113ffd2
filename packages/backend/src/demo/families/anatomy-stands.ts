import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { gloss, metal } from '../drawing/material.ts'
import { modelStand } from '../drawing/model-stand.ts'
import { type Palette, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { inside } from '../drawing/soft-goods.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { tube } from '../drawing/tube.ts'
import { sphere, turned } from '../drawing/turned.ts'

/** An eye in its stand: the ophthalmologist's paperweight. */
export function eye(ctx: Ctx, palette: Palette): void {
  modelStand(ctx, palette, 40)
  tube(ctx, 'M211 220C211 362 425 362 425 220', 12, metal(palette.metal, 0.6))
  const [x, y, r] = [318, 224, 98]
  turned(ctx, { x, y, yaw: 0, pitch: 0.2, roll: 0 }, sphere(r), gloss(hex('#f4efe6'), 0.8))
  const ball = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`
  inside(ctx, ball, () => {
    tube(
      ctx,
      'M412 196C396 200 386 192 374 202M410 246C394 240 386 252 372 246M226 190C240 200 244 188 258 198M228 262C240 252 250 262 262 250',
      2.2,
      gloss(hex('#c9584a'), 0.2),
    )
    const shade = ctx.createRadialGradient(x - 36, y - 40, 20, x, y, r * 1.05)
    shade.addColorStop(0, 'rgba(255,255,255,0)')
    shade.addColorStop(0.6, 'rgba(80,40,50,0)')
    shade.addColorStop(1, 'rgba(60,24,44,0.45)')
    ctx.fillStyle = shade
    ctx.fillRect(x - r, y - r, r * 2, r * 2)
  })
  iris(ctx, x - 8, y + 2, 46, palette.main)
}

function iris(ctx: Ctx, x: number, y: number, r: number, paint: Paint): void {
  const ring = ctx.createRadialGradient(x, y, 6, x, y, r)
  ring.addColorStop(0, css(lighten(paint, 0.45)))
  ring.addColorStop(0.6, css(lighten(paint, 0.1)))
  ring.addColorStop(0.9, css(darken(paint, 0.3)))
  ring.addColorStop(1, css(darken(paint, 0.75)))
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = ring
  ctx.fill()
  ctx.strokeStyle = css(lighten(paint, 0.7), 0.35)
  ctx.lineWidth = 1
  ctx.beginPath()
  for (let ray = 0; ray < 40; ray += 1) {
    const angle = (ray / 40) * Math.PI * 2
    ctx.moveTo(x + Math.cos(angle) * r * 0.42, y + Math.sin(angle) * r * 0.42)
    ctx.lineTo(x + Math.cos(angle) * r * 0.9, y + Math.sin(angle) * r * 0.9)
  }
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(x, y, r * 0.44, 0, Math.PI * 2)
  ctx.fillStyle = '#17121c'
  ctx.fill()
  ctx.beginPath()
  ctx.ellipse(x - r * 0.34, y - r * 0.4, r * 0.2, r * 0.28, 0.5, 0, Math.PI * 2)
  ctx.fillStyle = 'rgba(255,255,255,0.9)'
  ctx.fill()
}

/** A column of vertebrae on a rod: the orthopaedist's paperweight. */
export function spine(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 408)
  shadows(ctx, [roundCast(pose, 84, 220)])
  turned(ctx, pose, '82 0, 86 3 3, 86 18 4, 70 26 4, 30 32, 0 33', gloss(mix(walnut, palette.main, 0.4), 0.4))
  tube(ctx, 'M318 376L318 86', 9, metal(palette.metal, 0.6))
  const bone = gloss(hex('#efe4cd'), 0.45)
  for (let level = 0; level < 6; level += 1) {
    const size = 1 - level * 0.055
    const x = 318 + Math.sin(level * 0.75) * 11
    const y = 366 - level * 48
    for (const side of [-1, 1]) {
      tube(
        ctx,
        `M${x + side * 34 * size} ${y - 14}Q${x + side * 62 * size} ${y - 24} ${x + side * 78 * size} ${y - 10}`,
        15 * size,
        bone,
      )
    }
    turned(
      ctx,
      upright(x, y),
      [
        [38 * size, 0],
        [43 * size, 3, 3],
        [36 * size, 14, 8],
        [43 * size, 26, 3],
        [38 * size, 29, 2],
      ],
      bone,
    )
    turned(
      ctx,
      upright(x, y - 27),
      [
        [37 * size, 0],
        [40 * size, 4, 4],
        [37 * size, 9, 3],
      ],
      gloss(palette.main, 0.5),
    )
  }
}
