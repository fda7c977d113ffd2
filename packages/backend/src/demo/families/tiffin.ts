import { lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, metal } from '../drawing/material.ts'
import { type Palette, oak, steel } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

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
    )
  }
  turned(ctx, pose, '88 186, 88 192 2, 70 206 10, 14 212 4', shine)
  turned(ctx, pose, '10 210, 12 214 2, 12 222 3, 0 224', metal(palette.metal, 0.6))
  for (const side of [-1, 1]) tube(ctx, `M${318 + side * 90} 400L${318 + side * 90} 208`, 8, shine)
  tube(ctx, 'M228 214C228 120 408 120 408 214', 9, shine)
  tube(ctx, 'M276 150Q318 138 360 150', 15, gloss(oak, 0.3))
  print(ctx, 'lotus', 300, 322, 20, lighten(palette.pale, 0.2), 0.94)
}
