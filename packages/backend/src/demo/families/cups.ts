import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, steel } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
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
