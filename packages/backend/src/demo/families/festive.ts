import { moved, onTop, panel } from '../drawing/box.ts'
import { css, darken, fade, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { ivory, leafGreen, marigold, type Palette } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { box } from '../drawing/box.ts'
import { within } from '../drawing/solid.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, onSide, turned } from '../drawing/turned.ts'
import { flame, leafAt } from './wellness.ts'

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

/** A box of sweets in paper cups. */
export function sweetBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 386, 0.22, 0.74)
  shadows(ctx, [boxCast(pose, 320, 240, 50)])
  const lid = moved(pose, [0, 128, 40])
  box(ctx, lid, { width: 320, depth: 16, height: 200 }, gloss(palette.main, 0.2), { corner: 3 })
  box(ctx, pose, { width: 320, depth: 240, height: 44 }, gloss(palette.main, 0.2), { corner: 4 })
  onTop(ctx, pose, 44, () => {
    panel(ctx, -152, -112, 304, 224, lighten(palette.pale, 0.2), 3)
    ctx.beginPath()
    ctx.rect(-152, -112, 304, 224)
    texture(ctx, 'kraft', 0.3)
  })
  const kinds = [hex('#e9a23b'), hex('#f1e3c0'), hex('#b9853f'), hex('#9db06a'), hex('#d98c8a')]
  for (let row = 2; row >= 0; row -= 1) {
    for (let column = 0; column < 4; column += 1) {
      const at = moved(pose, [-108 + column * 72, -74 + row * 74, 42])
      const paint = kinds[(row * 2 + column) % 5] ?? ivory
      turned(ctx, at, '24 0, 31 14', matte(lighten(palette.metal, 0.35)), true)
      mouth(ctx, at, 30, 14, darken(palette.metal, 0.2))
      if ((row + column) % 2) turned(ctx, at, '20 6, 27 18 12, 22 34 14, 0 42', gloss(paint, 0.25))
      else {
        turned(ctx, at, '24 8, 25 11 2, 25 24 3, 22 27 2, 0 27', gloss(paint, 0.2))
        print(ctx, 'leaf', at.x, at.y - 22, 7, hex('#7d9a4a'))
      }
    }
  }
}
