import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { flame } from '../drawing/flame.ts'
import { leafAt } from '../drawing/flora.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, ivory, leafGreen, oak } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** A candle in a lidded jar, burning, its lid beside it. */
export function candle(ctx: Ctx, palette: Palette): void {
  const pose = upright(296, 398)
  const lid = upright(446, 414)
  shadows(ctx, [roundCast(pose, 86, 150), roundCast(lid, 62, 26)])
  turned(ctx, pose, '80 0, 86 3 5, 86 150 1', gloss(palette.main, 0.75), true)
  turned(ctx, pose, '86 148, 87 152 1, 82 153', gloss(lighten(palette.main, 0.2), 0.7), true)
  mouth(ctx, pose, 82, 153, palette.main, { paint: mix(palette.pale, ivory, 0.5), depth: 22 })
  within(ctx, pose, () => {
    ctx.beginPath()
    ctx.roundRect(-62, -104, 86, 74, 4)
    ctx.fillStyle = css(lighten(palette.pale, 0.3))
    ctx.fill()
    ctx.strokeStyle = css(palette.metal)
    ctx.lineWidth = 1.5
    ctx.strokeRect(-57, -99, 76, 64)
    print(ctx, 'lotus', -19, -74, 17, palette.main)
    ctx.fillStyle = css(palette.main, 0.7)
    ctx.fillRect(-44, -46, 50, 4)
  })
  flame(ctx, 296, 270, 22)
  turned(ctx, lid, '60 0, 62 2 2, 62 16 4, 52 20 2, 0 21', gloss(oak, 0.25))
  turned(ctx, lid, '9 20, 11 24 2, 14 34 4, 6 40 4, 0 40', metal(palette.metal, 0.6))
}

/** Three travel tins of scented wax. */
export function candleTins(ctx: Ctx, palette: Palette): void {
  const places = [
    [318, 340, palette.accent],
    [216, 388, palette.main],
    [420, 392, palette.pale],
  ] as const
  shadows(
    ctx,
    places.map(([x, y]) => roundCast(upright(x, y), 80, 50)),
  )
  places.forEach(([x, y, paint], index) => {
    const pose = upright(x, y, 0, 0.5)
    turned(ctx, pose, '80 0, 82 3 3, 82 58 1', gloss(paint, 0.5), true)
    turned(ctx, pose, '82 52, 83.5 56 1, 82 60, 76 61', metal(palette.metal, 0.6), true)
    mouth(ctx, pose, 77, 60, palette.metal, { paint: mix(palette.pale, ivory, 0.6), depth: 12 })
    within(ctx, pose, () => {
      print(ctx, 'petals', -8, 14, 14, index === 2 ? palette.main : lighten(palette.pale, 0.2))
      for (let bud = 0; bud < 7; bud += 1) {
        const angle = 0.4 + bud * 0.42
        ctx.beginPath()
        ctx.ellipse(Math.cos(angle) * 50, -50 + Math.sin(angle) * 20, 6, 4, angle, 0, Math.PI * 2)
        ctx.fillStyle = css([hex('#9a7bb0'), hex('#7d9a63'), hex('#c9855a')][bud % 3] ?? ivory)
        ctx.fill()
      }
    })
    flame(ctx, x, y - 50, 13)
  })
}

/** A reed diffuser in an amber bottle. */
export function diffuser(ctx: Ctx, palette: Palette): void {
  const pose = upright(316, 404)
  shadows(ctx, [roundCast(pose, 72, 150)])
  const [rx, ry] = [316, 286]
  for (const [lean, length] of [
    [-0.42, 196],
    [-0.22, 212],
    [-0.05, 224],
    [0.13, 218],
    [0.3, 206],
    [0.46, 188],
  ] as const) {
    const [ex, ey] = [rx + Math.sin(lean) * length, ry - Math.cos(lean) * length]
    tube(ctx, `M${rx} ${ry}L${ex} ${ey}`, 5, matte(hex('#b98a58')))
  }
  turned(
    ctx,
    pose,
    '66 0, 72 4 6, 72 76 10, 60 108 16, 26 122 8, 24 138',
    gloss(mix(palette.main, hex('#5a3018'), 0.35), 0.9),
  )
  turned(ctx, pose, '26 136 1, 28 139 2, 28 156 2, 20 158', metal(palette.metal, 0.55), true)
  mouth(ctx, pose, 19, 157, hex('#3a2a20'))
  within(ctx, pose, () => {
    ctx.beginPath()
    ctx.roundRect(-50, -86, 76, 66, 3)
    ctx.fillStyle = css(lighten(palette.pale, 0.3))
    ctx.fill()
    print(ctx, 'leaf', -12, -56, 18, palette.main)
    ctx.fillStyle = css(palette.main, 0.7)
    ctx.fillRect(-34, -34, 44, 3.4)
  })
  const sprig = 'M430 404C452 396 480 396 520 408'
  tube(ctx, sprig, 3, matte(darken(leafGreen, 0.2)))
  for (const [x, y, turn] of [
    [452, 392, -0.9],
    [468, 404, 0.7],
    [482, 390, -0.7],
    [500, 408, 0.9],
    [514, 396, -0.3],
  ] as const)
    leafAt(ctx, x, y, turn, 20, leafGreen)
}
