import { box, onFront, panel } from '../drawing/box.ts'
import { css, darken, hex, legible, lighten, mix } from '../drawing/colour.ts'
import { leafAt } from '../drawing/flora.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, kraft, leafGreen } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { form, groundShadow, stitch } from '../drawing/soft-goods.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

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
