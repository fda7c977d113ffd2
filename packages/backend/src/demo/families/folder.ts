import { box, onTop } from '../drawing/box.ts'
import { type Paint, css, darken, lighten } from '../drawing/colour.ts'
import { matte } from '../drawing/material.ts'
import type { Palette } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A document folder in leather with a flap and a stud. */
export function folder(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 268, 0.3, 0.92)
  shadows(ctx, [boxCast(pose, 340, 260, 30)])
  box(ctx, pose, { width: 340, depth: 260, height: 18 }, matte(palette.main), {
    corner: 12,
    edge: 5,
    shade: 0,
  })
  onTop(ctx, pose, 18, () => {
    ctx.beginPath()
    ctx.roundRect(-168, -128, 336, 256, 12)
    texture(ctx, 'grain', 1)
    stitches(ctx, -156, -116, 312, 232, lighten(palette.accent, 0.1))
    ctx.fillStyle = 'rgba(30,8,20,0.3)'
    ctx.beginPath()
    ctx.moveTo(-170, -124)
    ctx.bezierCurveTo(-150, 40, 150, 40, 170, -124)
    ctx.fill()
    panelFlap(ctx, palette)
  })
}

function panelFlap(ctx: Ctx, palette: Palette): void {
  const fill = ctx.createLinearGradient(-150, -130, 120, 40)
  fill.addColorStop(0, css(lighten(palette.main, 0.2)))
  fill.addColorStop(1, css(darken(palette.main, 0.1)))
  ctx.beginPath()
  ctx.moveTo(-169, -130)
  ctx.bezierCurveTo(-150, 32, 150, 32, 169, -130)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
  texture(ctx, 'grain', 1)
  ctx.beginPath()
  ctx.arc(0, -26, 9, 0, Math.PI * 2)
  ctx.fillStyle = css(lighten(palette.metal, 0.3))
  ctx.fill()
  ctx.beginPath()
  ctx.arc(1, -25, 6, 0, Math.PI * 2)
  ctx.fillStyle = css(palette.metal)
  ctx.fill()
}

function stitches(ctx: Ctx, x: number, y: number, width: number, height: number, paint: Paint): void {
  ctx.save()
  ctx.strokeStyle = css(paint, 0.85)
  ctx.lineWidth = 1.6
  ctx.setLineDash([6, 4])
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, 8)
  ctx.stroke()
  ctx.restore()
}
