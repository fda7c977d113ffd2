import { css, darken, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { deboss, print } from '../drawing/mark.ts'
import { copper, ivory, oak, type Palette, steel, walnut } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { profile, rectangle, solid, within } from '../drawing/solid.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { glazed, handle, mouth, onSide, turned } from '../drawing/turned.ts'

const coffee: Paint = hex('#5b3624')
const chai: Paint = hex('#b9773f')

function mugAt(ctx: Ctx, pose: Pose, outside: Paint, inside: Paint, size: number): void {
  const r = 56 * size
  const h = 122 * size
  handle(ctx, pose, r, [h * 0.82, h * 0.26], 44 * size, 15 * size, glazed(outside))
  turned(
    ctx,
    pose,
    [
      [r * 0.86, 0],
      [r * 0.98, 3, 5],
      [r, 12, 4],
      [r, h, 0],
    ],
    glazed(outside),
    true,
  )
  turned(
    ctx,
    pose,
    [
      [r, h],
      [r - 1, h + 2.5, 2],
      [r - 5, h + 2, 1],
    ],
    gloss(lighten(outside, 0.25), 0.5),
    true,
  )
  mouth(ctx, pose, r - 5, h + 2, inside, { paint: coffee, depth: 16 * size })
}

/** One glazed mug, with a mark where a logo goes. */
export function mug(ctx: Ctx, palette: Palette): void {
  const pose = upright(306, 398)
  shadows(ctx, [roundCast(pose, 80, 190)])
  mugAt(ctx, pose, palette.main, palette.pale, 1.5)
  within(ctx, pose, () => print(ctx, 'sun', -16, -62, 26, lighten(palette.accent, 0.12), 0.94))
}

/** Two mugs of a set in two glazes. */
export function mugPair(ctx: Ctx, palette: Palette): void {
  const [back, near] = [upright(382, 366), upright(254, 404)]
  shadows(ctx, [roundCast(back, 66, 150), roundCast(near, 68, 150)])
  mugAt(ctx, back, mix(palette.pale, palette.tone, 0.2), palette.main, 1.18)
  mugAt(ctx, near, palette.main, palette.pale, 1.22)
  within(ctx, near, () => print(ctx, 'petals', -12, -52, 20, palette.pale, 0.94))
}

/** An enamel mug: pale, with a coloured rim and flecks. */
export function enamelMug(ctx: Ctx, palette: Palette): void {
  const pose = upright(306, 398)
  const [r, h] = [82, 160]
  shadows(ctx, [roundCast(pose, r, h)])
  handle(ctx, pose, r, [h * 0.84, h * 0.24], 60, 13, glazed(palette.main))
  turned(
    ctx,
    pose,
    [
      [r - 7, 0],
      [r, 5, 6],
      [r, h],
    ],
    gloss(palette.pale, 0.55),
    true,
  )
  turned(
    ctx,
    pose,
    [
      [r, h - 9],
      [r, h - 2],
      [r + 4, h + 2, 3],
      [r, h + 5, 2],
    ],
    glazed(palette.main),
    true,
  )
  mouth(ctx, pose, r - 1, h + 5, palette.pale, { paint: chai, depth: 20 })
  within(ctx, pose, () => {
    ctx.fillStyle = css(palette.main, 0.75)
    for (let fleck = 0; fleck < 46; fleck += 1) {
      const roll = Math.sin(fleck * 12.9898) * 43758.5453
      const angle = (roll - Math.floor(roll)) * 2.5 - 1.25
      const [x, y] = onSide(pose, r, angle, 10 + ((fleck * 0.618) % 1) * (h - 26))
      ctx.beginPath()
      ctx.ellipse(x, y, (1 + (fleck % 3) * 0.7) * Math.cos(angle), 1 + (fleck % 3) * 0.7, 0, 0, Math.PI * 2)
      ctx.fill()
    }
  })
}

/** A double-walled tumbler with a clear lid and a steel straw. */
export function tumbler(ctx: Ctx, palette: Palette): void {
  const pose = upright(316, 408)
  shadows(ctx, [roundCast(pose, 52, 250)])
  turned(ctx, pose, '40 0, 45 3 4, 46 10 1', metal(steel, 0.5))
  turned(ctx, pose, '46 10, 64 206 2', gloss(palette.main, 0.5))
  turned(ctx, pose, '64.5 206, 65.5 222 1', metal(steel, 0.6), true)
  mouth(ctx, pose, 62, 222, steel, { paint: chai, depth: 18 })
  turned(ctx, pose, '64 222, 66 225 2, 64 236 4, 48 240 4, 0 241', glass(hex('#dfe6e4'), 0.34))
  within(ctx, pose, () => {
    tube(ctx, 'M14 -222L40 -322', 9, metal(palette.metal, 0.7))
    deboss(ctx, 'diamond', -10, -108, 20, palette.main, 0.94)
  })
}

/** A low travel cup with a grip band and a sliding lid. */
export function travelCup(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 402)
  shadows(ctx, [roundCast(pose, 60, 190)])
  turned(ctx, pose, '48 0, 54 3 4, 60 70 2', gloss(palette.main, 0.4))
  turned(ctx, pose, '62 70 1, 66 128 1', matte(palette.accent), true)
  turned(ctx, pose, '64 128, 70 188 1', gloss(palette.main, 0.4))
  turned(
    ctx,
    pose,
    '72 187 1, 74 191 2, 73 203 4, 64 208 4, 60 206 2, 0 206',
    gloss(darken(palette.main, 0.5), 0.4),
  )
  within(ctx, pose, () => {
    ctx.fillStyle = css(darken(palette.main, 0.82))
    ctx.beginPath()
    ctx.roundRect(-40, -200, 26, 9, 4.5)
    ctx.fill()
    ctx.fillStyle = css(lighten(palette.accent, 0.12))
    ctx.beginPath()
    ctx.roundRect(-8, -198, 32, 13, 6)
    ctx.fill()
    deboss(ctx, 'rings', -8, -62, 19, palette.accent, 0.94)
  })
}

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
