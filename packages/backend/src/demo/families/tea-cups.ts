import { type Paint, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { profile } from '../drawing/outline.ts'
import { type Palette, copper, ivory, oak, walnut } from '../drawing/palette.ts'
import { rectangle } from '../drawing/plan.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { solid, within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { glazed, handle, mouth, onSide, turned } from '../drawing/turned.ts'

const chai: Paint = hex('#b9773f')

/** Copper tumblers on a wooden tray. */
export function copperTumblers(ctx: Ctx, palette: Palette): void {
  const tray = upright(320, 384, -0.12)
  const plan = rectangle(380, 190, 34)
  shadows(ctx, [{ pose: tray, plan, offset: 0, height: 26 }])
  solid(ctx, tray, plan, profile('-6 0, 0 6 4, 0 20 3, -5 22 2'), gloss(walnut, 0.25))
  within(ctx, tray, () => {
    ctx.beginPath()
    ctx.ellipse(0, -20, 150, 50, -0.05, 0, Math.PI * 2)
    texture(ctx, 'wood', 0.8)
  })
  const cups = [upright(230, 358), upright(408, 352), upright(318, 378)]
  shadows(
    ctx,
    cups.map((pose) => roundCast(pose, 40, 100)),
    0.9,
  )
  cups.forEach((pose, index) => {
    turned(ctx, pose, '34 0, 38 2 3, 43 118, 45 122 2', metal(copper, 0.5), true)
    within(ctx, pose, () => dimples(ctx, pose))
    turned(ctx, pose, '44.6 112, 45.4 121', metal(palette.metal, 0.7), true)
    mouth(ctx, pose, 43.5, 122, copper, index === 2 ? { paint: hex('#d9c7a4'), depth: 22 } : undefined)
  })
}

function dimples(ctx: Ctx, pose: Pose): void {
  for (let row = 0; row < 8; row += 1) {
    for (let column = -4; column <= 4; column += 1) {
      const angle = (column + (row % 2) / 2) * 0.34
      if (Math.abs(angle) > 1.35) continue
      const [x, y] = onSide(pose, 38 + row * 0.55, angle, 14 + row * 12)
      ctx.beginPath()
      ctx.ellipse(x, y, 6 * Math.cos(angle), 5, 0, 0, Math.PI * 2)
      ctx.fillStyle = 'rgba(92,38,18,0.16)'
      ctx.fill()
      ctx.beginPath()
      ctx.ellipse(x + 0.8, y + 1, 4.4 * Math.cos(angle), 3.4, 0, 0, Math.PI * 2)
      ctx.fillStyle = 'rgba(255,214,180,0.24)'
      ctx.fill()
    }
  }
}

/** Clay kulhads on a round board. */
export function kulhads(ctx: Ctx, palette: Palette): void {
  const board = upright(320, 390)
  shadows(ctx, [roundCast(board, 178, 20)])
  turned(ctx, board, '172 0, 178 3 3, 178 15 3, 174 18 2', matte(oak))
  within(ctx, board, () => {
    ctx.beginPath()
    ctx.ellipse(0, -17, 172, 60, 0, 0, Math.PI * 2)
    texture(ctx, 'wood', 0.7)
  })
  const clay = mix(hex('#b4633d'), palette.accent, 0.08)
  const cups = [upright(318, 342), upright(226, 372), upright(402, 376)]
  shadows(
    ctx,
    cups.map((pose) => roundCast(pose, 40, 90)),
    0.9,
  )
  for (const pose of cups) {
    turned(ctx, pose, '32 0, 35 3 3, 33 30 10, 45 92 12, 44 106 3, 47 112 2', matte(clay), true)
    turned(ctx, pose, '40.5 70, 42.6 78', matte(lighten(palette.pale, 0.1)), true)
    turned(ctx, pose, '34 36, 35.4 40', matte(lighten(palette.pale, 0.1)), true)
    mouth(ctx, pose, 45, 112, clay, { paint: chai, depth: 12 })
  }
}

/** A cup and saucer with a gilded rim. */
export function cupAndSaucer(ctx: Ctx, palette: Palette): void {
  const pose = upright(314, 396)
  shadows(ctx, [roundCast(pose, 130, 26)])
  turned(ctx, pose, '60 0, 66 4 2, 138 22 10, 142 27 2', glazed(mix(palette.pale, ivory, 0.4)), true)
  mouth(ctx, pose, 140, 27, lighten(palette.pale, 0.5), { paint: mix(palette.pale, ivory, 0.5), depth: 8 })
  turned(ctx, pose, '140.5 26, 142.5 27.4', metal(palette.metal, 0.7), true)
  const cup: Pose = { ...pose, y: pose.y - 12 }
  shadows(ctx, [roundCast(cup, 50, 80)], 0.9)
  handle(ctx, cup, 80, [104, 46], 42, 12, glazed(palette.main))
  turned(ctx, cup, '38 0, 42 8 4, 66 36 30, 84 116 6', glazed(palette.main), true)
  turned(ctx, cup, '84 115, 85 118 1, 81 119', metal(palette.metal, 0.6), true)
  mouth(ctx, cup, 81, 119, palette.pale, { paint: chai, depth: 14 })
  within(ctx, cup, () => print(ctx, 'lotus', -14, -46, 20, lighten(palette.metal, 0.3), 0.92))
}
