import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, ivory } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { mouth, turned } from '../drawing/turned.ts'

const nuts: readonly (readonly [Paint, number])[] = [
  [hex('#b5763c'), 0],
  [hex('#e5cf9d'), 1],
  [hex('#9fae5c'), 2],
  [hex('#8a4a2a'), 3],
  [hex('#d9a441'), 4],
  [hex('#5b2c2a'), 5],
]

/** Fills a compartment with a heap of one kind of dry fruit, seen from above. */
function heap(
  ctx: Ctx,
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
  kind: number,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, 5)
  ctx.fillStyle = css(darken(paint, 0.55))
  ctx.fill()
  ctx.clip()
  for (let index = 0; index < 70; index += 1) {
    const a = Math.sin(index * 12.9898 + kind * 7.1) * 43758.5453
    const b = Math.sin(index * 78.233 + kind * 3.7) * 12543.137
    const [px, py] = [x + (a - Math.floor(a)) * width, y + (index / 70) * (height + 8) - 4]
    nut(ctx, px, py, (b - Math.floor(b)) * Math.PI, paint, kind)
  }
  const shade = ctx.createLinearGradient(x, y, x + width * 0.4, y + height * 0.5)
  shade.addColorStop(0, 'rgba(30,10,20,0.5)')
  shade.addColorStop(1, 'rgba(30,10,20,0)')
  ctx.fillStyle = shade
  ctx.fillRect(x, y, width, height)
  ctx.restore()
}

/** One almond, cashew, pistachio, date, raisin or fig. */
function nut(ctx: Ctx, x: number, y: number, turn: number, paint: Paint, kind: number): void {
  const [long, wide] = (
    [
      [12, 7],
      [13, 7],
      [10, 7],
      [14, 8],
      [8, 6],
      [12, 11],
    ] as const
  )[kind] ?? [10, 7]
  ctx.save()
  ctx.translate(x, y)
  ctx.fillStyle = css(darken(paint, 0.5))
  ctx.beginPath()
  ctx.ellipse(1.6, 2, long * 0.98, wide * 0.98, turn, 0, Math.PI * 2)
  ctx.fill()
  const light = ctx.createRadialGradient(-long * 0.35, -wide * 0.5, 1, 0, 0, long)
  light.addColorStop(0, css(lighten(paint, 0.45)))
  light.addColorStop(0.5, css(paint))
  light.addColorStop(1, css(darken(paint, 0.22)))
  ctx.fillStyle = light
  ctx.beginPath()
  if (kind === 1) {
    ctx.rotate(turn)
    ctx.moveTo(-long, -wide * 0.2)
    ctx.bezierCurveTo(-long * 0.8, -wide * 1.4, long * 0.8, -wide * 1.4, long, -wide * 0.1)
    ctx.bezierCurveTo(long * 1.1, wide * 0.7, long * 0.4, wide * 0.7, long * 0.3, 0)
    ctx.bezierCurveTo(0, -wide * 0.5, -long * 0.3, -wide * 0.2, -long * 0.4, wide * 0.4)
    ctx.bezierCurveTo(-long * 0.7, wide * 0.9, -long * 1.1, wide * 0.5, -long, -wide * 0.2)
  } else ctx.ellipse(0, 0, long, wide, turn, 0, Math.PI * 2)
  ctx.fill()
  ctx.restore()
}

/** An open box with six compartments of dry fruit, its lid leaning behind it. */
export function dryFruitBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, 404, 0.16, 0.72)
  const size = { width: 380, depth: 250, height: 44 }
  const lid = moved(pose, [0, 138, 40])
  shadows(ctx, [boxCast(pose, size.width, size.depth, 50)])
  box(ctx, lid, { width: 380, depth: 24, height: 246 }, gloss(palette.main, 0.2), { corner: 4 })
  onFront(ctx, lid, 24, () => {
    ctx.strokeStyle = css(lighten(palette.metal, 0.2))
    ctx.lineWidth = 2
    ctx.strokeRect(-172, -230, 344, 214)
    print(ctx, 'lotus', 0, -128, 50, lighten(palette.metal, 0.25))
  })
  box(ctx, pose, size, gloss(palette.main, 0.2), { corner: 4 })
  onTop(ctx, pose, size.height, () => {
    panel(ctx, -182, -117, 364, 234, mix(palette.pale, ivory, 0.4), 4)
    nuts.forEach(([paint, kind]) => {
      heap(ctx, -174 + (kind % 3) * 118, -109 + Math.floor(kind / 3) * 112, 112, 106, paint, kind)
    })
  })
}

/** A square box of chocolates, open, its lid half under it. */
export function chocolateBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(304, 398, 0.24, 0.78)
  const lid = upright(430, 376, -0.2, 0.78)
  const size = { width: 250, depth: 250, height: 40 }
  shadows(ctx, [boxCast(pose, 250, 250, 50), boxCast(lid, 220, 220, 30)])
  box(ctx, lid, { width: 236, depth: 236, height: 26 }, gloss(palette.main, 0.25), { corner: 4 })
  onTop(ctx, lid, 26, () => {
    print(ctx, 'petals', 50, 0, 34, lighten(palette.metal, 0.2))
  })
  shadows(ctx, [boxCast(pose, 250, 250, 50)], 0.8)
  box(ctx, pose, size, gloss(palette.main, 0.25), { corner: 4 })
  onTop(ctx, pose, size.height, () => {
    panel(ctx, -118, -118, 236, 236, darken(palette.pale, 0.08), 4)
  })
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 4; column += 1)
      bonbon(ctx, moved(pose, [-84 + column * 56, 84 - row * 56, 38]), (row * 3 + column) % 5, palette)
  }
}

function bonbon(ctx: Ctx, pose: Pose, kind: number, palette: Palette): void {
  const cocoa =
    [hex('#4a2a1d'), hex('#7a4a2c'), hex('#5d3320'), hex('#ecdcc0'), hex('#3a2018')][kind] ?? hex('#4a2a1d')
  turned(ctx, pose, '20 0, 23 10', matte(mix(palette.metal, ivory, 0.25)), true)
  mouth(ctx, pose, 22, 10, hex('#3a1f18'))
  turned(ctx, pose, '19 6, 20 9 2, 18 20 8, 0 25 4', gloss(cocoa, 0.5))
  if (kind === 0) print(ctx, 'leaf', pose.x, pose.y - 17, 7, lighten(palette.metal, 0.3))
  if (kind === 3) print(ctx, 'diamond', pose.x, pose.y - 17, 6, hex('#5d3320'))
}
