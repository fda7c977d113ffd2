import { moved } from '../drawing/box.ts'
import { type Paint, css, darken, fade, hex, lighten, mix } from '../drawing/colour.ts'
import { flame } from '../drawing/flame.ts'
import { leafAt } from '../drawing/flora.ts'
import { marigoldFlower } from '../drawing/marigold.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, ivory, leafGreen, marigold } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** One clay or brass lamp with its flame. */
function diya(ctx: Ctx, pose: Pose, size: number, body: ReturnType<typeof metal>, wick = true): void {
  const s = size
  turned(
    ctx,
    pose,
    [
      [20 * s, 0],
      [26 * s, 3, 3],
      [22 * s, 9, 4],
      [34 * s, 16 * s, 8],
      [50 * s, 34 * s, 4],
      [51 * s, 39 * s, 2],
      [46 * s, 40 * s, 2],
    ],
    body,
    true,
  )
  mouth(ctx, pose, 46 * s, 40 * s, hex('#7a4a20'), { paint: hex('#c98a2c'), depth: 6 * s })
  if (!wick) return
  const tip = moved(pose, [34 * s, -22 * s, 42 * s])
  tube(
    ctx,
    `M${pose.x} ${pose.y - 36 * s * Math.cos(pose.pitch)}L${tip.x} ${tip.y}`,
    3.4 * s,
    matte(hex('#efe0c0')),
  )
  flame(ctx, tip.x, tip.y, 13 * s)
}

/** Brass diyas on a tray with marigolds. */
export function diyaSet(ctx: Ctx, palette: Palette): void {
  const tray = upright(318, 384, 0, 0.46)
  shadows(ctx, [roundCast(tray, 186, 20)])
  const brassy = metal(palette.metal, 0.55)
  turned(ctx, tray, '176 0, 186 6 4, 192 16 3, 188 18 2', brassy)
  within(ctx, tray, () => {
    ctx.beginPath()
    ctx.ellipse(0, -14, 176, 77, 0, 0, Math.PI * 2)
    const well = ctx.createLinearGradient(-170, -80, 150, 60)
    well.addColorStop(0, css(darken(palette.main, 0.3)))
    well.addColorStop(1, css(lighten(palette.main, 0.12)))
    ctx.fillStyle = well
    ctx.fill()
  })
  const places = [
    [318, 336],
    [214, 360],
    [422, 362],
    [318, 398],
  ] as const
  shadows(
    ctx,
    places.map(([x, y]) => roundCast(upright(x, y), 34, 30)),
    0.8,
  )
  for (const [x, y] of [
    [256, 330],
    [380, 332],
    [262, 396],
    [376, 398],
  ] as const) {
    leafAt(ctx, x + 16, y + 6, 0.5, 15, leafGreen)
    marigoldFlower(ctx, x, y, 23, y > 360 ? marigold : hex('#d9692a'))
  }
  for (const [x, y] of places) diya(ctx, upright(x, y, 0, 0.42), 1.06, brassy)
}

/** A wide brass urli with floating flowers and a lamp. */
export function urli(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 396, 0, 0.5)
  shadows(ctx, [roundCast(pose, 120, 90)])
  const body = metal(palette.metal, 0.5)
  turned(ctx, pose, '70 0, 86 3 3, 80 14 6, 130 46 26, 168 92 4, 176 96 3, 176 104 3, 164 106 2', body, true)
  mouth(ctx, pose, 164, 106, darken(palette.metal, 0.1), {
    paint: mix(palette.main, hex('#8fb4b0'), 0.55),
    depth: 14,
  })
  const y = 396 - 92 * Math.cos(pose.pitch)
  for (const [dx, dy, size, paint] of [
    [-86, -18, 30, marigold],
    [-34, -46, 26, hex('#d9692a')],
    [40, -44, 28, marigold],
    [94, -12, 30, hex('#d9692a')],
    [-58, 26, 28, hex('#d9692a')],
    [62, 30, 28, marigold],
    [0, 42, 24, hex('#e8c24a')],
  ] as const) {
    leafAt(ctx, 318 + dx + size * 0.7, y + dy + 10, 0.3, 16, leafGreen)
    marigoldFlower(ctx, 318 + dx, y + dy, size, paint)
  }
  diya(ctx, { ...pose, x: 318, y: y + 22 }, 0.72, gloss(palette.main, 0.6))
}

/** A pooja thali with its small bowls, bell and lamp. */
export function thali(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 364, 0, 0.66)
  shadows(ctx, [roundCast(pose, 194, 24)])
  const plate = metal(palette.metal, 0.45)
  turned(ctx, pose, '176 0, 190 6 4, 204 22 4, 200 24 2', plate, true)
  mouth(ctx, pose, 200, 24, palette.metal, { paint: lighten(palette.metal, 0.2), depth: 14 })
  within(ctx, pose, () => {
    ctx.save()
    ctx.translate(0, -8)
    ctx.scale(1, Math.sin(pose.pitch))
    for (const radius of [178, 170]) {
      ctx.beginPath()
      ctx.arc(0, 0, radius, 0, Math.PI * 2)
      ctx.strokeStyle = css(darken(palette.metal, 0.4), 0.5)
      ctx.lineWidth = 1.6
      ctx.stroke()
    }
    print(ctx, 'petals', 0, 0, 62, fade(darken(palette.metal, 0.4), 0.4))
    ctx.restore()
  })
  const items: readonly (readonly [number, number, Paint])[] = [
    [-104, 20, hex('#b3262a')],
    [-44, 92, hex('#e8b93a')],
    [62, 90, ivory],
  ]
  for (const [x, y, paint] of items) {
    const bowl = moved(pose, [x, y, 10])
    shadows(ctx, [roundCast(bowl, 34, 20)], 0.7)
    turned(ctx, bowl, '24 0, 30 4 4, 40 30 2', plate, true)
    mouth(ctx, bowl, 38, 30, palette.metal, { paint, depth: 6 })
  }
  const bell = moved(pose, [108, 6, 10])
  shadows(ctx, [roundCast(bell, 34, 50)], 0.8)
  turned(ctx, bell, '36 0, 38 3 2, 26 24 10, 22 44 8, 6 54 4, 5 60', plate)
  turned(ctx, bell, '6 58, 9 64 2, 5 72 2, 8 82 3, 5 92 2, 8 98 2, 0 102', plate)
  diya(ctx, moved(pose, [-14, -84, 10]), 0.84, plate)
  marigoldFlower(ctx, 318 + 62, 380, 24)
  marigoldFlower(ctx, 318 - 84, 376, 20, hex('#d9692a'))
}
