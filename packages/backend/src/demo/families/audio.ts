import { moved, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { profile } from '../drawing/outline.ts'
import { type Palette, oak } from '../drawing/palette.ts'
import { rectangle } from '../drawing/plan.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { solid, within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { onSide, turned } from '../drawing/turned.ts'

const black: Paint = hex('#2c2a31')

/** A fabric speaker with a metal band. */
export function speaker(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 400)
  shadows(ctx, [roundCast(pose, 92, 200)])
  turned(ctx, pose, '84 0, 90 2 4, 92 12 4, 92 16', matte(black))
  turned(ctx, pose, '92 16, 92 158', matte(palette.main), true)
  within(ctx, pose, () => weave(ctx))
  turned(ctx, pose, '93 156, 94 158 1, 94 170 3, 88 176 3', metal(palette.metal, 0.5))
  turned(ctx, pose, '88 175, 84 178 2, 40 180, 0 180', matte(darken(palette.main, 0.5)))
  within(ctx, pose, () => {
    const top = -180 * Math.cos(pose.pitch)
    for (const [dx, sign] of [
      [-34, '-'],
      [0, 'o'],
      [34, '+'],
    ] as const) {
      ctx.strokeStyle = css(lighten(palette.metal, 0.3))
      ctx.lineWidth = 2.4
      ctx.beginPath()
      if (sign === 'o') ctx.ellipse(dx, top, 8, 3, 0, 0, Math.PI * 2)
      else {
        ctx.moveTo(dx - 6, top)
        ctx.lineTo(dx + 6, top)
      }
      if (sign === '+') {
        ctx.moveTo(dx, top - 2.6)
        ctx.lineTo(dx, top + 2.6)
      }
      ctx.stroke()
    }
    panel(ctx, -38, -72, 54, 20, palette.metal, 3)
    print(ctx, 'diamond', -11, -62, 6, darken(palette.metal, 0.6))
  })

  function weave(on: Ctx): void {
    for (let row = 0; row < 26; row += 1) {
      for (let column = -9; column <= 9; column += 1) {
        const angle = (column + (row % 2) / 2) * 0.158
        const [x, y] = onSide(pose, 92, angle, 20 + row * 5.2)
        on.fillStyle = 'rgba(20,6,20,0.3)'
        on.fillRect(x, y, 3 * Math.cos(angle), 2)
        on.fillStyle = 'rgba(255,246,230,0.12)'
        on.fillRect(x, y + 2, 3 * Math.cos(angle), 1)
      }
    }
  }
}

/** True wireless earbuds in their open case. */
export function earbuds(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 388, 0.1, 0.5)
  const plan = rectangle(208, 150, 66)
  shadows(ctx, [{ pose, plan, offset: 0, height: 100 }])
  const lid = { ...moved(pose, [0, 66, 62]), pitch: -0.5 }
  solid(
    ctx,
    { ...lid, pitch: 0.34 },
    rectangle(204, 56, 27),
    profile('-4 0, 0 12 6, 0 62 24, -20 92'),
    gloss(palette.main, 0.7),
  )
  solid(ctx, pose, plan, profile('-34 0, -8 16 20, 0 44 10, 0 66 3, -3 68'), gloss(palette.main, 0.7))
  onTop(ctx, pose, 68, () => {
    panel(ctx, -92, -62, 184, 124, darken(palette.main, 0.35), 54)
    for (const x of [-42, 42]) {
      const pit = ctx.createRadialGradient(x - 6, -8, 2, x, 0, 36)
      pit.addColorStop(0, css(darken(palette.main, 0.85)))
      pit.addColorStop(1, css(darken(palette.main, 0.5)))
      ctx.beginPath()
      ctx.ellipse(x, 0, 34, 42, 0, 0, Math.PI * 2)
      ctx.fillStyle = pit
      ctx.fill()
    }
  })
  for (const side of [-1, 1]) {
    const bud = { ...moved(pose, [side * 42, 0, 62]), roll: side * -0.12 }
    turned(ctx, bud, '17 0, 19 4 3, 15 24 8, 13 44', gloss(lighten(palette.pale, 0.35), 0.8))
    turned(ctx, bud, '14 38, 27 48 9, 27 66 16, 12 78 6, 0 79', gloss(lighten(palette.pale, 0.35), 0.8))
    within(ctx, bud, () => {
      ctx.beginPath()
      ctx.ellipse(side * 6, -52, 6, 8, 0.3, 0, Math.PI * 2)
      ctx.fillStyle = css(darken(palette.pale, 0.5))
      ctx.fill()
    })
  }
}

/** Over-ear headphones on a wooden stand. */
export function headphones(ctx: Ctx, palette: Palette): void {
  const foot = upright(320, 404)
  shadows(ctx, [roundCast(foot, 84, 150)])
  turned(ctx, foot, '80 0, 84 3 3, 84 14 4, 70 17', gloss(oak, 0.25))
  tube(ctx, 'M320 396L320 132', 17, gloss(oak, 0.2), 'butt')
  tube(ctx, 'M286 130Q320 116 354 130', 18, gloss(oak, 0.25))
  tube(ctx, 'M226 262C206 60 434 60 414 262', 20, matte(palette.main))
  tube(ctx, 'M238 196C240 82 400 82 402 196', 9, matte(darken(palette.main, 0.45)))
  for (const side of [-1, 1]) {
    tube(ctx, `M${320 + side * 96} 206L${320 + side * 98} 250`, 9, metal(palette.metal, 0.6))
    const cup = { x: 320 + side * 78, y: 278, yaw: 0, pitch: 0.36, roll: (side * Math.PI) / 2 }
    turned(ctx, cup, '44 0, 52 4 6, 52 16 6, 46 20', matte(darken(palette.main, 0.55)))
    turned(ctx, cup, '46 18, 49 22 3, 48 38 6, 36 44 5, 0 46', gloss(palette.main, 0.5))
    turned(ctx, cup, '26 44, 27 45, 25 46.5', metal(palette.metal, 0.6))
  }
}
