import { box, moved, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, walnut } from '../drawing/palette.ts'
import { lacquered, pen } from '../drawing/pen.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** One good pen in its open case. */
export function penCase(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 300, 0.26, 0.8)
  const lid = moved(pose, [0, 73, 42])
  shadows(ctx, [boxCast(pose, 370, 130, 50)])
  box(ctx, lid, { width: 370, depth: 16, height: 132 }, gloss(walnut, 0.35), { corner: 6 })
  box(ctx, pose, { width: 370, depth: 130, height: 46 }, gloss(walnut, 0.35), { corner: 8, edge: 4 })
  onTop(ctx, pose, 46, () => {
    ctx.beginPath()
    ctx.roundRect(-185, -65, 370, 130, 8)
    texture(ctx, 'wood', 0.8)
    panel(ctx, -170, -50, 340, 100, darken(palette.main, 0.1), 6)
    ctx.beginPath()
    ctx.roundRect(-170, -50, 340, 100, 6)
    texture(ctx, 'felt', 0.6)
    const hollow = ctx.createLinearGradient(0, -50, 0, -34)
    hollow.addColorStop(0, 'rgba(20,6,16,0.5)')
    hollow.addColorStop(1, 'rgba(20,6,16,0)')
    ctx.fillStyle = hollow
    ctx.fillRect(-170, -50, 340, 16)
  })
  const spot = moved(pose, [0, 0, 46])
  pen(
    ctx,
    spot.x,
    spot.y,
    pose.yaw,
    300,
    { ...lacquered(darken(palette.accent, 0.1), palette.metal), nib: true },
    0.8,
  )
}

/** Three pens side by side. */
export function penTrio(ctx: Ctx, palette: Palette): void {
  const looks: readonly Paint[] = [palette.main, palette.pale, palette.accent]
  looks.forEach((paint, index) => {
    pen(ctx, 240 + index * 74, 256 + index * 14, 0.98, 320, lacquered(paint, palette.metal), 1.0)
  })
}

/** A metal card case, open, with cards fanned out of it. */
export function cardCase(ctx: Ctx, palette: Palette): void {
  const pose = upright(330, 300, 0.34, 0.86)
  shadows(ctx, [boxCast(moved(pose, [20, -34, 0]), 270, 160, 30)])
  const cards = moved(pose, [-30, 46, 0])
  for (const turn of [0.42, 0.2, -0.04]) {
    const card = { ...cards, yaw: pose.yaw + turn }
    shadows(ctx, [boxCast(card, 240, 140, 4)], 0.4)
    box(ctx, card, { width: 240, depth: 140, height: 2 }, matte(lighten(palette.pale, 0.35)), {
      corner: 4,
      edge: 0.4,
      shade: 0,
    })
    onTop(ctx, card, 2, () => {
      print(ctx, 'diamond', -84, -30, 16, palette.accent)
      ctx.fillStyle = css(palette.main, 0.7)
      ctx.fillRect(-100, 18, 78, 5)
      ctx.fillRect(-100, 32, 112, 4)
    })
  }
  box(
    ctx,
    moved(pose, [20, -34, 4]),
    { width: 270, depth: 160, height: 20 },
    metal(mix(palette.metal, palette.main, 0.5), 0.25),
    { corner: 14, edge: 5, shade: 0 },
  )
  onTop(ctx, moved(pose, [20, -34, 4]), 20, () => {
    ctx.strokeStyle = css(lighten(palette.metal, 0.3), 0.9)
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.roundRect(-120, -66, 240, 132, 9)
    ctx.stroke()
    print(ctx, 'paisley', 0, 0, 34, lighten(palette.metal, 0.35))
  })
}
