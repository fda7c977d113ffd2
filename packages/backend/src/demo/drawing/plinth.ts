import { box, moved, onFront, panel } from './box.ts'
import { css, darken } from './colour.ts'
import { gloss } from './material.ts'
import type { Palette } from './palette.ts'
import { type Ctx, upright } from './pose.ts'
import { boxCast, shadows } from './soft.ts'

export function plinth(
  ctx: Ctx,
  x: number,
  y: number,
  width: number,
  height: number,
  palette: Palette,
  turn = 0.2,
) {
  const pose = upright(x, y, turn)
  shadows(ctx, [boxCast(pose, width, width * 0.7, height + 150)])
  box(ctx, pose, { width, depth: width * 0.7, height }, gloss(darken(palette.main, 0.3), 0.4), {
    corner: 4,
    edge: 3,
  })
  onFront(ctx, pose, width * 0.7, () => {
    panel(ctx, -width * 0.32, -height * 0.78, width * 0.64, height * 0.52, palette.metal, 2)
    ctx.fillStyle = css(darken(palette.metal, 0.6), 0.7)
    ctx.fillRect(-width * 0.2, -height * 0.62, width * 0.4, 3)
    ctx.fillRect(-width * 0.14, -height * 0.46, width * 0.28, 2.4)
  })
  return moved(pose, [0, 0, height])
}
