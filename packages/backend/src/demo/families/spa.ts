import { box, moved, onFront, onTop } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten } from '../drawing/colour.ts'
import { leafAt } from '../drawing/flora.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, leafGreen, oak } from '../drawing/palette.ts'
import { type Ctx, type Pose, lying, upright } from '../drawing/pose.ts'
import { groundShadow } from '../drawing/soft-goods.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

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
