import { box, moved, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, steel } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { stitch } from '../drawing/soft-goods.ts'
import { boxCast, shadows, soft } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'

const above = 0.92

/** A flat piece of stitched leather; draws on it when asked. */
function hide(
  ctx: Ctx,
  pose: Pose,
  width: number,
  depth: number,
  thick: number,
  paint: Paint,
  decorate?: () => void,
): void {
  box(ctx, pose, { width, depth, height: thick }, matte(paint), {
    corner: 12,
    edge: Math.min(6, thick * 0.5),
    shade: 0,
  })
  onTop(ctx, pose, thick, () => {
    ctx.beginPath()
    ctx.roundRect(-width / 2 + 2, -depth / 2 + 2, width - 4, depth - 4, 11)
    texture(ctx, 'grain', 0.7)
    const [x, y] = [-width / 2 + 10, -depth / 2 + 10]
    stitch(ctx, (path) => path.roundRect(x, y, width - 20, depth - 20, 7), lighten(paint, 0.45), 5)
    decorate?.()
  })
}

/** A bifold wallet with a card showing. */
export function wallet(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 286, 0.34, above)
  shadows(ctx, [boxCast(pose, 250, 210, 40)])
  hide(ctx, pose, 250, 206, 16, darken(palette.main, 0.14))
  const card = moved(pose, [26, 22, 16])
  box(ctx, card, { width: 200, depth: 150, height: 2 }, gloss(palette.accent, 0.4), { corner: 9, shade: 0 })
  onTop(ctx, card, 2, () => {
    panel(ctx, -84, -58, 30, 22, lighten(palette.metal, 0.3), 4)
    ctx.fillStyle = css(darken(palette.accent, 0.5), 0.6)
    ctx.fillRect(10, -54, 70, 6)
  })
  const flap = moved(pose, [0, -20, 18])
  shadows(ctx, [boxCast(flap, 250, 150, 10)], 0.6)
  hide(ctx, flap, 250, 162, 12, palette.main, () => deboss(ctx, 'diamond', 92, 50, 17, palette.main))
  keyring(ctx, 494, 330, palette)
}

function keyring(ctx: Ctx, x: number, y: number, palette: Palette): void {
  soft(ctx, 5, (pad) => {
    pad.lineWidth = 9
    pad.strokeStyle = 'rgba(40,18,34,0.35)'
    pad.beginPath()
    pad.arc(x + 5, y + 6, 32, 0, Math.PI * 2)
    pad.stroke()
  })
  tube(ctx, (path) => path.arc(x, y, 32, 0, Math.PI * 2), 6, metal(steel, 0.7))
  tube(ctx, (path) => path.arc(x, y, 25, 0.3, 5), 3, metal(palette.metal, 0.6))
}

/** A leather key fob on its ring. */
export function keychain(ctx: Ctx, palette: Palette): void {
  const pose = upright(336, 300, -0.5, 1.05)
  shadows(ctx, [boxCast(pose, 112, 240, 16)])
  const ring = moved(pose, [0, 168, 8])
  keyring(ctx, ring.x, ring.y, palette)
  box(ctx, moved(pose, [0, 118, 0]), { width: 40, depth: 62, height: 16 }, metal(palette.metal, 0.4), {
    corner: 8,
    edge: 4,
    shade: 0,
  })
  hide(ctx, pose, 112, 240, 13, palette.main, () => {
    print(ctx, 'lotus', 0, 40, 26, lighten(palette.metal, 0.25))
    ctx.beginPath()
    ctx.arc(0, -88, 9, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(palette.metal, 0.3))
    ctx.fill()
  })
}

/** A passport cover with a luggage tag. */
export function passportSet(ctx: Ctx, palette: Palette): void {
  const pose = upright(268, 270, 0.26, above)
  shadows(ctx, [boxCast(pose, 206, 286, 30)])
  const inner = moved(pose, [5, -2, 4])
  box(ctx, inner, { width: 196, depth: 278, height: 12 }, matte(hex('#f3ead6')), {
    corner: 6,
    edge: 1,
    shade: 0,
  })
  hide(ctx, moved(pose, [0, 0, 8]), 206, 286, 14, palette.main, () => {
    print(ctx, 'sun', 0, -34, 38, lighten(palette.metal, 0.28))
    ctx.fillStyle = css(lighten(palette.metal, 0.28))
    ctx.fillRect(-52, 40, 104, 6)
    ctx.fillRect(-34, 56, 68, 4)
  })
  const tag = upright(466, 320, -0.34, above)
  shadows(ctx, [boxCast(tag, 110, 180, 20)])
  tube(ctx, 'M440 244C404 176 470 132 492 178C504 206 470 232 446 250', 9, matte(darken(palette.main, 0.2)))
  hide(ctx, tag, 110, 178, 12, mix(palette.main, palette.accent, 0.12), () => {
    panel(ctx, -38, -34, 76, 92, lighten(palette.pale, 0.3), 6)
    ctx.fillStyle = css(darken(palette.main, 0.2), 0.6)
    for (const y of [-14, 4, 22]) ctx.fillRect(-26, y, 52, 4)
    ctx.beginPath()
    ctx.arc(0, -66, 8, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(palette.metal, 0.3))
    ctx.fill()
  })
}

/** A tray of leather for a desk, with its cable ties. */
export function valetTray(ctx: Ctx, palette: Palette): void {
  const pose = upright(312, 300, 0.3, 0.8)
  shadows(ctx, [boxCast(pose, 300, 240, 50)])
  box(ctx, pose, { width: 300, depth: 240, height: 46 }, matte(palette.main), { corner: 20, edge: 4 })
  onTop(ctx, pose, 46, () => {
    panel(ctx, -138, -108, 276, 216, darken(palette.main, 0.38), 14)
    ctx.beginPath()
    ctx.roundRect(-138, -108, 276, 216, 14)
    texture(ctx, 'felt', 0.8)
    const hollow = ctx.createLinearGradient(-138, -108, -100, -60)
    hollow.addColorStop(0, 'rgba(16,4,12,0.6)')
    hollow.addColorStop(1, 'rgba(16,4,12,0)')
    ctx.fillStyle = hollow
    ctx.fillRect(-138, -108, 276, 216)
    stitch(ctx, (path) => path.roundRect(-144, -114, 288, 228, 16), lighten(palette.main, 0.45), 5)
    for (const [x, y] of [
      [-143, -113],
      [143, -113],
      [-143, 113],
      [143, 113],
    ] as const) {
      ctx.beginPath()
      ctx.arc(x * 0.98, y * 0.98, 6, 0, Math.PI * 2)
      ctx.fillStyle = css(lighten(palette.metal, 0.35))
      ctx.fill()
    }
  })
  const watch = moved(pose, [-40, 10, 40])
  keyring(ctx, watch.x, watch.y, palette)
  const cards = moved(pose, [70, -14, 40])
  box(ctx, { ...cards, yaw: 0.7 }, { width: 110, depth: 72, height: 8 }, gloss(palette.accent, 0.3), {
    corner: 6,
    shade: 0,
  })
  onTop(ctx, { ...cards, yaw: 0.7 }, 8, () => print(ctx, 'petals', 0, 0, 18, darken(palette.accent, 0.45)))
}
