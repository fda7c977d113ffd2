import { box, moved, onFront, onTop } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { ivory, leafGreen, oak, type Palette } from '../drawing/palette.ts'
import { type Ctx, lying, type Pose, upright } from '../drawing/pose.ts'
import { within } from '../drawing/solid.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { groundShadow } from '../drawing/soft-goods.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

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

/** A rolled yoga mat with a strap and a block. */
export function yogaMat(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 130, 520, 404, 110, 34)
  const block = upright(430, 350, 0.3)
  box(ctx, block, { width: 150, depth: 90, height: 72 }, matte(hex('#b98c5c')), { corner: 8, edge: 6 })
  onFront(ctx, block, 90, () => {
    ctx.beginPath()
    ctx.rect(-72, -70, 144, 68)
    texture(ctx, 'kraft', 1)
    print(ctx, 'lotus', 0, -34, 15, darken(hex('#b98c5c'), 0.5))
  })
  const pose: Pose = { ...lying(160, 352, 0.12, 0.4), pitch: 0.3 }
  turned(ctx, pose, '54 0, 56 4 3, 56 340 3, 54 344', matte(palette.main))
  within(ctx, pose, () => {
    const end = -344 * Math.cos(pose.pitch)
    for (let turn = 0; turn < 5; turn += 1) {
      ctx.beginPath()
      ctx.ellipse(0, end, 50 - turn * 10.5, (50 - turn * 10.5) * Math.sin(pose.pitch), 0, 0, Math.PI * 2)
      ctx.strokeStyle = css(turn % 2 ? lighten(palette.main, 0.3) : darken(palette.main, 0.5))
      ctx.lineWidth = 3.6
      ctx.stroke()
    }
  })
  for (const at of [92, 248])
    turned(
      ctx,
      pose,
      [
        [57.5, at],
        [57.5, at + 22],
      ],
      matte(palette.accent),
      true,
    )
  tube(ctx, 'M268 316C290 244 404 232 424 292', 9, matte(darken(palette.accent, 0.1)))
}

/** Handmade soaps on a wooden dish with a brush. */
export function soaps(ctx: Ctx, palette: Palette): void {
  const tray = upright(318, 376, 0.2, 0.56)
  shadows(ctx, [boxCast(tray, 370, 200, 24)])
  box(ctx, tray, { width: 370, depth: 200, height: 20 }, gloss(oak, 0.2), { corner: 16, edge: 5 })
  onTop(ctx, tray, 20, () => {
    ctx.beginPath()
    ctx.roundRect(-182, -97, 364, 194, 16)
    texture(ctx, 'wood', 0.8)
  })
  const bars: readonly (readonly [number, number, number, Paint])[] = [
    [-100, 30, 20, palette.main],
    [20, 40, 20, palette.pale],
    [-40, 26, 56, palette.accent],
  ]
  for (const [x, y, z, paint] of bars) {
    const bar = moved(tray, [x, y, z])
    shadows(ctx, [boxCast(bar, 112, 70, 24)], 0.8)
    box(ctx, bar, { width: 112, depth: 70, height: 36 }, gloss(paint, 0.25), {
      corner: 14,
      edge: 10,
      shade: 0.1,
    })
    onTop(ctx, bar, 36, () => print(ctx, 'leaf', 0, 4, 15, darken(paint, 0.35)))
  }
  const oil = moved(tray, [118, 40, 20])
  shadows(ctx, [roundCast(oil, 30, 60)], 0.8)
  turned(ctx, oil, '30 0, 33 3 4, 33 74 12, 14 92 6, 13 100', gloss(hex('#7a4218'), 0.9))
  turned(ctx, oil, '17 100, 18 102 2, 18 124 3, 0 125', matte(hex('#2e2b30')))
  within(ctx, oil, () => {
    ctx.fillStyle = css(lighten(palette.pale, 0.3))
    ctx.fillRect(-24, -62, 38, 40)
    print(ctx, 'petals', -5, -43, 11, palette.main)
  })
  const sprig = moved(tray, [40, -60, 20])
  tube(
    ctx,
    `M${sprig.x - 40} ${sprig.y + 6}Q${sprig.x + 10} ${sprig.y - 6} ${sprig.x + 56} ${sprig.y - 2}`,
    3,
    matte(darken(leafGreen, 0.2)),
  )
  for (const [x, y, turn] of [
    [-22, -4, -0.8],
    [-6, 8, 0.6],
    [8, -8, -0.7],
    [26, 6, 0.5],
    [42, -8, -0.5],
  ] as const)
    leafAt(ctx, sprig.x + x, sprig.y + y, turn, 18, leafGreen)
}
