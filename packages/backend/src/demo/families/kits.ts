import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, legible, lighten, mix, type Paint } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { kraft, leafGreen, oak, type Palette, steel } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { form, groundShadow, stitch, webbing } from '../drawing/soft-goods.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'
import { book, lacquered, pen } from '../drawing/writing.ts'
import { leafAt } from './wellness.ts'

const above = 0.92

/** A bottle that lies in a box, seen from above. */
function lyingBottle(ctx: Ctx, pose: Pose, paint: Paint, cap: Paint): void {
  const coat = ctx.createLinearGradient(-30, 0, 30, 0)
  coat.addColorStop(0, css(lighten(paint, 0.34)))
  coat.addColorStop(0.3, css(lighten(paint, 0.1)))
  coat.addColorStop(1, css(darken(paint, 0.45)))
  onTop(ctx, pose, 20, () => {
    ctx.fillStyle = 'rgba(30,10,24,0.36)'
    ctx.beginPath()
    ctx.roundRect(-24, -96, 66, 216, 18)
    ctx.fill()
    ctx.fillStyle = coat
    ctx.beginPath()
    ctx.roundRect(-32, -60, 64, 174, [30, 30, 10, 10])
    ctx.fill()
    ctx.fillRect(-16, -82, 32, 30)
    const lid = ctx.createLinearGradient(-20, 0, 20, 0)
    lid.addColorStop(0, css(lighten(cap, 0.4)))
    lid.addColorStop(1, css(darken(cap, 0.45)))
    ctx.fillStyle = lid
    ctx.beginPath()
    ctx.roundRect(-20, -110, 40, 36, 6)
    ctx.fill()
    print(ctx, 'petals', 0, 30, 15, lighten(cap, 0.4))
  })
}

/** The joining kit: a box with a bottle, a notebook, a pen and a card. */
export function joiningKit(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 272, 0.2, above)
  shadows(ctx, [boxCast(pose, 440, 320, 60)])
  box(ctx, pose, { width: 440, depth: 320, height: 50 }, matte(kraft), { corner: 4 })
  onTop(ctx, pose, 50, () => {
    panel(ctx, -210, -150, 420, 300, darken(palette.pale, 0.16), 4)
    ctx.beginPath()
    ctx.rect(-210, -150, 420, 300)
    texture(ctx, 'kraft', 0.8)
  })
  const nest = moved(pose, [0, 0, 36])
  lyingBottle(ctx, moved(nest, [-144, 0, 0]), palette.main, palette.metal)
  const notes = moved(nest, [16, 12, 0])
  shadows(ctx, [boxCast(notes, 176, 234, 20)], 0.8)
  book(ctx, notes, 176, 234, 20, { paint: palette.accent, cloth: 'linen', mark: 'sun', band: palette.main })
  const spot = moved(nest, [130, -6, 16])
  pen(ctx, spot.x, spot.y, Math.PI / 2 + pose.yaw, 190, lacquered(palette.main, palette.metal), above)
  const card = moved(nest, [178, 66, 6])
  box(ctx, card, { width: 56, depth: 100, height: 3 }, matte(lighten(palette.pale, 0.4)), {
    corner: 3,
    shade: 0,
  })
  onTop(ctx, card, 3, () => print(ctx, 'lotus', 0, -6, 16, legible(palette.main)))
}

/** The conference kit: a folder, a badge on its lanyard, a pen and a flask. */
export function conferenceKit(ctx: Ctx, palette: Palette): void {
  const folder = upright(266, 276, 0.2, above)
  shadows(ctx, [boxCast(folder, 250, 316, 20)])
  book(ctx, folder, 250, 316, 18, {
    paint: palette.main,
    cloth: 'grain',
    mark: 'rings',
    foil: lighten(palette.metal, 0.3),
  })
  webbing(ctx, 'M430 250C352 150 404 60 462 88C520 116 512 190 470 250', 13, palette.accent)
  badge(ctx, upright(452, 320, -0.12, above), palette)
  pen(ctx, 560, 330, 1.72, 200, lacquered(palette.accent, palette.metal), above)
}

function badge(ctx: Ctx, pose: Pose, palette: Palette): void {
  shadows(ctx, [boxCast(pose, 120, 160, 8)])
  box(ctx, pose, { width: 120, depth: 162, height: 6 }, gloss(lighten(palette.pale, 0.4), 0.5), {
    corner: 10,
    edge: 2,
    shade: 0,
  })
  onTop(ctx, pose, 6, () => {
    panel(ctx, -54, -75, 108, 50, palette.main, 7)
    print(ctx, 'sun', -30, -50, 13, lighten(palette.accent, 0.15))
    ctx.fillStyle = css(palette.pale, 0.85)
    ctx.fillRect(-10, -56, 50, 6)
    ctx.fillRect(-10, -44, 32, 4)
    ctx.fillStyle = css(darken(palette.pale, 0.6), 0.7)
    ctx.fillRect(-38, 2, 76, 9)
    ctx.fillRect(-28, 20, 56, 5)
    ctx.fillStyle = css(legible(palette.accent), 0.9)
    ctx.beginPath()
    ctx.roundRect(-30, 42, 60, 18, 9)
    ctx.fill()
    ctx.fillStyle = 'rgba(30,10,24,0.5)'
    ctx.beginPath()
    ctx.roundRect(-12, -72, 24, 5, 2.5)
    ctx.fill()
  })
}

/** Two badges on woven lanyards. */
export function lanyards(ctx: Ctx, palette: Palette): void {
  webbing(ctx, 'M196 236C110 120 190 36 260 66C322 92 300 180 246 240', 15, palette.main)
  webbing(ctx, 'M398 274C340 150 420 60 486 100C540 132 500 220 446 276', 15, palette.accent)
  for (const [x, y] of [
    [222, 240],
    [422, 278],
  ] as const) {
    tube(ctx, (path) => path.arc(x, y + 6, 9, 0, Math.PI * 2), 4, metal(steel, 0.6))
  }
  badge(ctx, upright(224, 332, 0.1, above), palette)
  badge(ctx, upright(426, 368, -0.1, above), { ...palette, main: palette.accent, accent: palette.main })
}

/** Bamboo cutlery with its cotton roll. */
export function cutlery(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 150, 500, 398, 60, 26)
  const roll =
    'M150 232Q310 214 486 232Q500 236 500 250L496 378Q494 392 480 394Q320 406 162 394Q148 392 148 378L138 250Q138 236 150 232Z'
  form(ctx, roll, palette.main, 'linen', 30)
  const bamboo = gloss(hex('#d6ad72'), 0.25)
  const tools: readonly (readonly [number, string])[] = [
    [206, 'spoon'],
    [270, 'fork'],
    [334, 'knife'],
    [398, 'straw'],
    [446, 'straw'],
  ]
  for (const [x, kind] of tools) {
    tube(ctx, `M${x} 374L${x} 190`, kind === 'straw' ? 11 : 17, bamboo)
    if (kind === 'spoon')
      form(
        ctx,
        `M${x} 196C${x - 34} 190 ${x - 30} 112 ${x} 112C${x + 30} 112 ${x + 34} 190 ${x} 196Z`,
        hex('#d6ad72'),
        undefined,
        14,
      )
    if (kind === 'fork') {
      form(
        ctx,
        `M${x - 24} 118L${x - 15} 118L${x - 15} 156L${x - 5} 156L${x - 5} 118L${x + 5} 118L${x + 5} 156L${x + 15} 156L${x + 15} 118L${x + 24} 118L${x + 24} 164Q${x + 22} 194 ${x} 198Q${x - 22} 194 ${x - 24} 164Z`,
        hex('#d6ad72'),
        undefined,
        8,
      )
    }
    if (kind === 'knife')
      form(
        ctx,
        `M${x - 10} 200L${x - 12} 140Q${x - 8} 108 ${x + 12} 106L${x + 12} 200Z`,
        hex('#d6ad72'),
        undefined,
        10,
      )
  }
  form(
    ctx,
    'M144 300Q318 288 498 300L496 378Q494 392 480 394Q320 406 162 394Q148 392 148 378Z',
    lighten(palette.main, 0.05),
    'linen',
    20,
  )
  stitch(
    ctx,
    'M148 308Q318 296 494 308M238 304L238 396M302 302L302 398M366 302L366 398M422 304L422 396',
    lighten(palette.main, 0.5),
    4,
  )
  print(ctx, 'leaf', 334, 352, 22, lighten(palette.pale, 0.1))
}

/** A seed kit: a coir pot with a sprout and seed-paper tags. */
export function seedKit(ctx: Ctx, palette: Palette): void {
  const pots = [upright(258, 392), upright(396, 402)]
  shadows(
    ctx,
    pots.map((pose) => roundCast(pose, 52, 100)),
  )
  pots.forEach((pose, index) => {
    const clay = index ? palette.main : hex('#b98a58')
    const high = index ? 86 : 108
    turned(
      ctx,
      pose,
      [
        [42, 0],
        [46, 3, 3],
        [62, high],
        [66, high + 2, 2],
        [66, high + 16, 3],
        [60, high + 18, 2],
      ],
      matte(clay),
      true,
    )
    mouth(ctx, pose, 60, high + 17, clay, { paint: hex('#43301f'), depth: 8 })
    const y = pose.y - (high + 12) * Math.cos(pose.pitch)
    sprout(ctx, pose.x, y, index ? 64 : 96)
    panel(ctx, pose.x - 26, pose.y - 40, 44, 34, lighten(palette.pale, 0.3), 3)
    print(ctx, 'leaf', pose.x - 4, pose.y - 22, 11, legible(palette.main))
  })
  const packet = upright(506, 406, 0.1)
  shadows(ctx, [boxCast(packet, 84, 20, 90)])
  box(ctx, packet, { width: 84, depth: 10, height: 118 }, matte(kraft), { corner: 2 })
  onFront(ctx, packet, 10, () => {
    ctx.beginPath()
    ctx.rect(-41, -117, 82, 116)
    texture(ctx, 'kraft', 0.8)
    panel(ctx, -32, -100, 64, 62, lighten(palette.pale, 0.2), 3)
    print(ctx, 'petals', 0, -70, 19, legible(palette.main))
    ctx.fillStyle = css(darken(kraft, 0.6), 0.7)
    ctx.fillRect(-26, -26, 52, 4)
  })
}

function sprout(ctx: Ctx, x: number, y: number, height: number): void {
  tube(ctx, `M${x} ${y + 6}Q${x - 6} ${y - height * 0.5} ${x + 2} ${y - height}`, 5, matte(leafGreen))
  for (const [lift, turn, size] of [
    [1, -0.5, 26],
    [1, -2.5, 26],
    [0.62, -0.2, 22],
    [0.6, -2.9, 22],
    [0.3, -0.3, 17],
  ] as const) {
    const side = turn > -1.57 ? 1 : -1
    leafAt(
      ctx,
      x + side * size * 0.7,
      y - height * lift - size * 0.2,
      turn,
      size,
      mix(leafGreen, hex('#8fb55a'), lift * 0.5),
    )
  }
}

/** A steel tiffin of three tiers with its clamp. */
export function tiffin(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 404)
  shadows(ctx, [roundCast(pose, 88, 220)])
  const shine = metal(steel, 0.55)
  for (let tier = 0; tier < 3; tier += 1) {
    const z = tier * 62
    turned(
      ctx,
      pose,
      [
        [80, z],
        [86, z + 4, 4],
        [86, z + 54, 3],
        [89, z + 57, 2],
        [89, z + 62, 2],
      ],
      tier === 1 ? gloss(palette.main, 0.5) : shine,
      true,
    )
  }
  turned(ctx, pose, '88 186, 88 192 2, 70 206 10, 14 212 4', shine)
  turned(ctx, pose, '10 210, 12 214 2, 12 222 3, 0 224', metal(palette.metal, 0.6))
  for (const side of [-1, 1]) tube(ctx, `M${318 + side * 90} 400L${318 + side * 90} 208`, 8, shine)
  tube(ctx, 'M228 214C228 120 408 120 408 214', 9, shine)
  tube(ctx, 'M276 150Q318 138 360 150', 15, gloss(oak, 0.3))
  print(ctx, 'lotus', 300, 322, 20, lighten(palette.pale, 0.2), 0.94)
}
