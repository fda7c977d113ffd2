import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss } from '../drawing/material.ts'
import { type Palette, ink, oak, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A photo frame on a stand, with a landscape in the palette's colours. */
export function photoFrame(ctx: Ctx, palette: Palette): void {
  const pose = upright(316, 402, 0.2)
  shadows(ctx, [boxCast(pose, 256, 40, 200)])
  box(ctx, pose, { width: 256, depth: 18, height: 296 }, gloss(walnut, 0.3), { corner: 4, edge: 3 })
  onFront(ctx, pose, 18, () => {
    ctx.beginPath()
    ctx.rect(-127, -294, 254, 292)
    texture(ctx, 'wood', 0.7)
    panel(ctx, -106, -272, 212, 250, darken(palette.metal, 0.1), 2)
    panel(ctx, -102, -268, 204, 242, lighten(palette.pale, 0.5), 1)
    ctx.save()
    ctx.beginPath()
    ctx.rect(-76, -240, 152, 186)
    ctx.clip()
    panel(ctx, -76, -240, 152, 186, mix(palette.paper, palette.tone, 0.6))
    ctx.beginPath()
    ctx.arc(26, -184, 24, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(palette.accent, 0.15))
    ctx.fill()
    for (const [lift, paint] of [
      [-150, mix(palette.tone, palette.main, 0.4)],
      [-118, mix(palette.tone, palette.main, 0.75)],
      [-86, darken(palette.main, 0.25)],
    ] as const) {
      ctx.beginPath()
      ctx.moveTo(-90, lift + 30)
      ctx.bezierCurveTo(-40, lift - 30, 0, lift + 40, 40, lift)
      ctx.bezierCurveTo(60, lift - 16, 80, lift + 10, 90, lift + 20)
      ctx.lineTo(90, 0)
      ctx.lineTo(-90, 0)
      ctx.fillStyle = css(paint)
      ctx.fill()
    }
    ctx.restore()
    const shine = ctx.createLinearGradient(-100, -260, 90, -40)
    shine.addColorStop(0, 'rgba(255,255,255,0.3)')
    shine.addColorStop(0.34, 'rgba(255,255,255,0.06)')
    shine.addColorStop(0.36, 'rgba(255,255,255,0)')
    ctx.fillStyle = shine
    ctx.fillRect(-106, -272, 212, 250)
  })
}

/** A wooden stand that holds a phone. */
export function phoneStand(ctx: Ctx, palette: Palette): void {
  const pose = upright(316, 400, 0.34)
  shadows(ctx, [boxCast(pose, 200, 130, 160)])
  box(ctx, pose, { width: 200, depth: 130, height: 26 }, gloss(oak, 0.2), { corner: 12, edge: 4 })
  onTop(ctx, pose, 26, () => {
    ctx.beginPath()
    ctx.roundRect(-98, -63, 196, 126, 12)
    texture(ctx, 'wood', 0.8)
    ctx.fillStyle = css(darken(walnut, 0.5))
    ctx.fillRect(-80, 6, 160, 14)
  })
  const phone = moved(pose, [0, -10, 22])
  box(ctx, phone, { width: 124, depth: 12, height: 236 }, gloss(hex('#2b2a31'), 0.8), { corner: 5, edge: 4 })
  onFront(ctx, phone, 12, () => {
    panel(ctx, -56, -229, 112, 220, mix(palette.main, ink, 0.25), 10)
    const glow = ctx.createLinearGradient(-56, -229, 56, -9)
    glow.addColorStop(0, css(lighten(palette.accent, 0.2), 0.85))
    glow.addColorStop(1, css(palette.main, 0.1))
    ctx.fillStyle = glow
    ctx.beginPath()
    ctx.roundRect(-56, -229, 112, 220, 10)
    ctx.fill()
    print(ctx, 'lotus', 0, -150, 30, palette.pale)
    ctx.fillStyle = css(palette.pale, 0.8)
    ctx.fillRect(-30, -98, 60, 5)
    ctx.fillRect(-20, -84, 40, 4)
  })
  box(ctx, moved(pose, [0, -34, 22]), { width: 170, depth: 18, height: 22 }, gloss(oak, 0.2), {
    corner: 5,
    edge: 3,
  })
}
