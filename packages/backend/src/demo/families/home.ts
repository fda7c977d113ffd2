import { box, moved, onTop } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { leafAt } from '../drawing/flora.ts'
import { deboss } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, walnut } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, onSide, turned } from '../drawing/turned.ts'

/** Two vases of a pair, one with dried stems. */
export function vases(ctx: Ctx, palette: Palette): void {
  const [tall, low] = [upright(270, 386), upright(412, 406)]
  shadows(ctx, [roundCast(tall, 58, 220), roundCast(low, 58, 110)])
  stems(ctx, 270, 190, palette)
  turned(
    ctx,
    tall,
    '44 0, 52 4 5, 70 70 40, 62 130 40, 26 176 24, 22 196 4, 30 208 2, 27 210 2',
    matte(palette.main),
    true,
  )
  mouth(ctx, tall, 26, 209, palette.main)
  within(ctx, tall, () => bands(ctx, tall, 66, 84, palette.pale))
  turned(
    ctx,
    low,
    '40 0, 48 4 5, 72 46 34, 54 96 22, 26 108 8, 30 118 3, 27 120 2',
    matte(palette.accent),
    true,
  )
  mouth(ctx, low, 26, 119, palette.accent)
}

function bands(ctx: Ctx, pose: Pose, radius: number, height: number, paint: Paint): void {
  ctx.fillStyle = css(paint, 0.9)
  for (let step = -6; step <= 6; step += 1) {
    const angle = step * 0.22
    const [x, y] = onSide(pose, radius, angle, height)
    const w = 7 * Math.cos(angle)
    ctx.beginPath()
    ctx.moveTo(x - w, y + 8)
    ctx.lineTo(x, y - 8)
    ctx.lineTo(x + w, y + 8)
    ctx.closePath()
    ctx.fill()
  }
}

function stems(ctx: Ctx, x: number, y: number, palette: Palette): void {
  const straw = mix(hex('#c9a66a'), palette.tone, 0.25)
  for (const [lean, length] of [
    [-0.42, 128],
    [-0.2, 152],
    [0.02, 166],
    [0.24, 148],
    [0.44, 120],
  ] as const) {
    const [ex, ey] = [x + Math.sin(lean) * length, y - Math.cos(lean) * length]
    tube(
      ctx,
      `M${x} ${y + 14}Q${x + lean * 20} ${y - length * 0.5} ${ex} ${ey}`,
      2.6,
      matte(darken(straw, 0.2)),
    )
    for (let seed = 0; seed < 9; seed += 1) {
      const t = 1 - seed * 0.055
      const [sx, sy] = [x + (ex - x) * t, y + (ey - y) * t]
      for (const side of [-1, 1]) leafAt(ctx, sx + side * 4, sy, lean - 1.57 + side * 0.6, 10, straw)
    }
  }
}

/** A serving board with a cloth, cheese knives and a little bowl. */
export function servingBoard(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 330, 0.24, 0.76)
  shadows(ctx, [boxCast(pose, 340, 220, 24)])
  const handle = moved(pose, [206, 0, 0])
  box(ctx, handle, { width: 110, depth: 62, height: 22 }, gloss(walnut, 0.25), {
    corner: 28,
    edge: 5,
    shade: 0,
  })
  box(ctx, pose, { width: 340, depth: 220, height: 22 }, gloss(walnut, 0.25), {
    corner: 34,
    edge: 5,
    shade: 0,
  })
  onTop(ctx, pose, 22, () => {
    ctx.beginPath()
    ctx.roundRect(-166, -106, 332, 212, 32)
    ctx.rect(160, -28, 96, 56)
    texture(ctx, 'wood', 1)
    ctx.beginPath()
    ctx.arc(234, 0, 11, 0, Math.PI * 2)
    ctx.fillStyle = css(darken(palette.paper, 0.3))
    ctx.fill()
    ctx.fillStyle = css(palette.main)
    ctx.fillRect(-166, -106, 60, 212)
    const sheen = ctx.createLinearGradient(-166, -100, -106, 100)
    sheen.addColorStop(0, 'rgba(255,250,240,0.26)')
    sheen.addColorStop(1, 'rgba(30,10,24,0.2)')
    ctx.fillStyle = sheen
    ctx.fillRect(-166, -106, 60, 212)
    ctx.fillStyle = css(lighten(palette.metal, 0.15))
    ctx.fillRect(-107, -106, 3.4, 212)
    deboss(ctx, 'leaf', 128, 72, 16, walnut)
  })
  const bowl = moved(pose, [20, 30, 22])
  shadows(ctx, [roundCast(bowl, 40, 40)], 0.8)
  turned(ctx, bowl, '30 0, 36 3 4, 60 44 8, 61 48 2, 57 49', gloss(palette.accent, 0.6), true)
  mouth(ctx, bowl, 57, 49, palette.accent, { paint: hex('#8f9a4a'), depth: 12 })
  const dish = moved(pose, [56, -62, 22])
  shadows(ctx, [roundCast(dish, 28, 20)], 0.8)
  turned(ctx, dish, '20 0, 24 3 3, 38 26 4, 35 28', gloss(palette.pale, 0.6), true)
  mouth(ctx, dish, 35, 28, palette.pale, { paint: hex('#b03a2e'), depth: 7 })
}
