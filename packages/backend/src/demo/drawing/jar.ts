import { type Paint, css, darken } from './colour.ts'
import { print } from './mark.ts'
import { gloss, matte } from './material.ts'
import { kraft } from './palette.ts'
import type { Ctx, Pose } from './pose.ts'
import { within } from './solid.ts'
import { turned } from './turned.ts'

/** A jar of something good, with a cloth lid and a label. */
export function jar(ctx: Ctx, pose: Pose, size: number, content: Paint, cloth: Paint, label: Paint): void {
  const s = size
  turned(
    ctx,
    pose,
    [
      [30 * s, 0],
      [36 * s, 3, 4],
      [36 * s, 62 * s, 8],
      [28 * s, 76 * s],
      [28 * s, 80 * s],
    ],
    gloss(content, 0.95),
  )
  within(ctx, pose, () => {
    ctx.beginPath()
    ctx.roundRect(-25 * s, -54 * s, 40 * s, 36 * s, 3)
    ctx.fillStyle = css(label)
    ctx.fill()
    print(ctx, 'petals', -5 * s, -36 * s, 10 * s, darken(content, 0.3))
  })
  turned(
    ctx,
    pose,
    [
      [34 * s, 74 * s],
      [33 * s, 80 * s],
      [31 * s, 84 * s, 3],
      [30 * s, 96 * s, 4],
      [0, 98 * s],
    ],
    matte(cloth),
  )
  turned(
    ctx,
    pose,
    [
      [31.6 * s, 83 * s],
      [31.6 * s, 86 * s],
    ],
    matte(darken(kraft, 0.2)),
    true,
  )
}
