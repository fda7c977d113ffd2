import { glazed, handle, mouth, onSide, turned } from '../drawing/turned.ts'
import { box, moved, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { leafAt } from '../drawing/flora.ts'
import { jar } from '../drawing/jar.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, kraft, leafGreen } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { bind, bow, giftBox } from '../drawing/ribbon.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'

/** Basket weave around a turned shape between two heights. */
function weave(ctx: Ctx, pose: Pose, radius: (height: number) => number, from: number, to: number): void {
  const straw = gloss(hex('#bd8a4e'), 0.2)
  const rows = Math.round((to - from) / 11)
  for (let row = 0; row < rows; row += 1) {
    const z = from + row * 11
    turned(
      ctx,
      pose,
      [
        [radius(z) - 2, z],
        [radius(z + 5) + 1.5, z + 5, 3],
        [radius(z + 11) - 2, z + 11],
      ],
      straw,
      true,
    )
  }
  within(ctx, pose, () => {
    for (let row = 0; row < rows; row += 1) {
      for (let stake = -9; stake <= 9; stake += 1) {
        if ((row + stake) % 2) continue
        const z = from + row * 11 + 5.5
        const angle = stake * 0.165
        const [x, y] = onSide(pose, radius(z) + 1, angle, z)
        ctx.beginPath()
        ctx.ellipse(x, y, Math.max(1, 8.5 * Math.cos(angle)), 4.6, 0, 0, Math.PI * 2)
        ctx.fillStyle = 'rgba(255,226,170,0.34)'
        ctx.fill()
        ctx.beginPath()
        ctx.ellipse(x + 9 * Math.cos(angle), y, 3 * Math.cos(angle), 4.4, 0, 0, Math.PI * 2)
        ctx.fillStyle = 'rgba(74,36,12,0.4)'
        ctx.fill()
      }
    }
  })
}

/** A wicker hamper with jars, tins, a bottle and greenery. */
export function hamper(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 404)
  shadows(ctx, [roundCast(pose, 122, 190)])
  const rim = moved(pose, [0, 0, 96])
  tube(ctx, 'M176 306C180 92 456 92 460 306', 13, gloss(hex('#a8763e'), 0.2))
  const bottle = moved(rim, [-46, 30, -10])
  turned(ctx, bottle, '26 0, 28 90 14, 11 128 8, 10 158', gloss(darken(palette.main, 0.2), 0.9))
  turned(ctx, bottle, '12 150, 12.5 152 1, 12.5 172 2, 0 173', metal(palette.metal, 0.5))
  panel(ctx, bottle.x - 20, bottle.y - 82, 34, 44, lighten(palette.pale, 0.3), 3)
  print(ctx, 'lotus', bottle.x - 3, bottle.y - 60, 11, palette.main)
  const tall = { ...moved(rim, [44, 34, -10]), yaw: 0.3 }
  giftBox(ctx, tall, { width: 74, depth: 66, height: 110 }, palette.accent, lighten(palette.accent, 0.1))
  bind(ctx, tall, { width: 81, depth: 73, height: 110 }, palette.pale, 11)
  jar(ctx, moved(rim, [-88, -14, -6]), 1, hex('#c8861e'), palette.main, lighten(palette.pale, 0.3))
  jar(ctx, moved(rim, [90, -10, -6]), 1, hex('#8a2f2a'), palette.pale, lighten(palette.pale, 0.3))
  const tin = moved(rim, [2, -34, -8])
  turned(ctx, tin, '46 0, 46 62 1', gloss(palette.main, 0.5), true)
  turned(ctx, tin, '47.5 58 1, 48 62 1, 48 76 4, 40 80 2, 0 80', metal(palette.metal, 0.45))
  within(ctx, tin, () => print(ctx, 'petals', -6, -26, 15, lighten(palette.metal, 0.3)))
  for (const [x, y, turn] of [
    [190, 318, 2.5],
    [206, 306, 2],
    [440, 316, 0.7],
    [426, 304, 1.2],
    [268, 322, 1.9],
    [372, 322, 1.2],
    [300, 328, 2.6],
    [340, 326, 0.4],
  ] as const)
    leafAt(ctx, x, y, turn, 30, leafGreen)
  weave(ctx, pose, (z) => 122 + z * 0.26, 2, 100)
  turned(ctx, pose, '147 98, 152 102 3, 152 110 3, 147 113 2', gloss(hex('#a8763e'), 0.25), true)
  within(ctx, pose, () => {
    ctx.beginPath()
    ctx.ellipse(0, -105 * Math.cos(pose.pitch), 148, 148 * Math.sin(pose.pitch), 0, 0.05, Math.PI - 0.05)
    ctx.lineWidth = 2
    ctx.strokeStyle = 'rgba(60,28,8,0.35)'
    ctx.stroke()
  })
  bow(ctx, 318, 356, 50, palette.main)
}

/** A rigid box opened to show what is packed in it. */
export function giftSet(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 386, 0.14, 0.62)
  const size = { width: 390, depth: 230, height: 70 }
  shadows(ctx, [boxCast(pose, size.width, size.depth, size.height)])
  box(ctx, pose, size, gloss(palette.main, 0.2), { corner: 4 })
  onTop(ctx, pose, size.height, () => {
    panel(ctx, -186, -107, 372, 214, darken(palette.pale, 0.2), 3)
    ctx.beginPath()
    ctx.rect(-186, -107, 372, 214)
    ctx.clip()
    for (let strip = 0; strip < 90; strip += 1) {
      const a = (Math.sin(strip * 91.7) * 4375.5) % 1
      const b = (Math.sin(strip * 47.3) * 9125.3) % 1
      ctx.strokeStyle = css(strip % 3 ? lighten(palette.pale, 0.35) : mix(palette.pale, kraft, 0.4), 0.9)
      ctx.lineWidth = 3
      ctx.beginPath()
      ctx.moveTo(a * 176, b * 96)
      ctx.quadraticCurveTo(a * 176 + 14, b * 96 - 16, a * 176 + 28, b * 96 + (strip % 5) - 2)
      ctx.stroke()
    }
  })
  const nest = moved(pose, [0, 0, 56])
  const mug = moved(nest, [-118, 20, 0])
  handle(ctx, mug, 46, [74, 26], 34, 11, glazed(palette.accent))
  turned(ctx, mug, '40 0, 46 4 4, 46 92 1', gloss(palette.accent, 0.7), true)
  turned(ctx, mug, '46 90, 46.5 93 1, 41 94', gloss(lighten(palette.accent, 0.2), 0.6))
  mouth(ctx, mug, 41, 94, palette.pale)
  const jarAt = moved(nest, [4, 34, 0])
  jar(ctx, jarAt, 1.05, hex('#c8861e'), palette.main, lighten(palette.pale, 0.3))
  const card = moved(nest, [116, 20, 0])
  box(ctx, card, { width: 104, depth: 118, height: 44 }, matte(palette.pale), { corner: 4 })
  bind(ctx, card, { width: 104, depth: 118, height: 44 }, palette.main, 14)
  const knot = moved(card, [0, 0, 44])
  bow(ctx, knot.x, knot.y, 28, palette.main)
  const bar = moved(nest, [-10, -62, 6])
  box(ctx, bar, { width: 150, depth: 52, height: 16 }, gloss(hex('#4a2a1d'), 0.3), { corner: 3, shade: 0 })
  onTop(ctx, bar, 16, () => {
    panel(ctx, -75, -26, 100, 52, lighten(palette.metal, 0.1))
    print(ctx, 'paisley', -26, 0, 14, darken(palette.main, 0.2))
  })
}
