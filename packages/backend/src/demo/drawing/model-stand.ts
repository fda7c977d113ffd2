import { mix } from './colour.ts'
import { gloss, metal } from './material.ts'
import { type Palette, walnut } from './palette.ts'
import { type Ctx, upright } from './pose.ts'
import { roundCast, shadows } from './soft.ts'
import { turned } from './turned.ts'

/** The turned stand of a desk model, with a rod that rises `stem` above its foot. */
export function modelStand(ctx: Ctx, palette: Palette, stem: number): void {
  const pose = upright(318, 408)
  shadows(ctx, [roundCast(pose, 84, 150)])
  turned(ctx, pose, '82 0, 86 3 3, 86 18 4, 70 26 4, 30 32, 0 33', gloss(mix(walnut, palette.main, 0.4), 0.4))
  turned(
    ctx,
    pose,
    [
      [16, 30],
      [16, 36, 2],
      [7, 46, 4],
      [7, 46 + stem],
    ],
    metal(palette.metal, 0.6),
  )
}
