import { box, onFront, panel } from '../drawing/box.ts'
import { css, darken, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, metal } from '../drawing/material.ts'
import { type Palette, ink, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { webbing } from '../drawing/soft-goods.ts'
import { boxCast, shadows, soft } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A wooden plaque with an engraved plate, on its easel foot. */
export function plaque(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 406, 0.16)
  shadows(ctx, [boxCast(pose, 230, 60, 220)])
  box(ctx, pose, { width: 236, depth: 24, height: 296 }, gloss(walnut, 0.35), { corner: 6, edge: 5 })
  onFront(ctx, pose, 24, () => {
    ctx.beginPath()
    ctx.rect(-117, -294, 234, 292)
    texture(ctx, 'wood', 0.9)
    panel(ctx, -92, -266, 184, 236, darken(palette.metal, 0.3), 4)
    panel(ctx, -89, -263, 178, 230, mix(palette.main, ink, 0.2), 3)
    ctx.strokeStyle = css(lighten(palette.metal, 0.2))
    ctx.lineWidth = 2
    ctx.strokeRect(-80, -254, 160, 212)
    print(ctx, 'sun', 0, -196, 34, lighten(palette.metal, 0.25))
    ctx.fillStyle = css(lighten(palette.metal, 0.3))
    for (const [y, width, height] of [
      [-138, 112, 7],
      [-118, 84, 5],
      [-94, 120, 3],
      [-84, 104, 3],
      [-74, 116, 3],
      [-58, 60, 3],
    ] as const)
      ctx.fillRect(-width / 2, y, width, height)
    const shine = ctx.createLinearGradient(-90, -262, 60, -60)
    shine.addColorStop(0, 'rgba(255,255,255,0.28)')
    shine.addColorStop(0.4, 'rgba(255,255,255,0)')
    ctx.fillStyle = shine
    ctx.fillRect(-89, -263, 178, 230)
  })
}

/** A medal on its ribbon, in a presentation box. */
export function medal(ctx: Ctx, palette: Palette): void {
  webbing(ctx, 'M224 88L318 292', 44, palette.main)
  webbing(ctx, 'M412 88L318 292', 44, lighten(palette.main, 0.06))
  for (const from of [224, 412]) webbing(ctx, `M${from} 88L318 292`, 10, palette.accent)
  ctx.beginPath()
  ctx.arc(318, 268, 15, 0, Math.PI * 2)
  ctx.lineWidth = 7
  ctx.strokeStyle = css(darken(palette.metal, 0.2))
  ctx.stroke()
  ctx.lineWidth = 2.4
  ctx.strokeStyle = css(lighten(palette.metal, 0.5))
  ctx.stroke()
  const [x, y, r] = [318, 356, 80]
  soft(ctx, 8, (pad) => {
    pad.beginPath()
    pad.arc(x + 10, y + 12, r, 0, Math.PI * 2)
    pad.fillStyle = 'rgba(40,18,34,0.5)'
    pad.fill()
  })
  const gold = metal(palette.metal, 0.55)
  const rim = ctx.createConicGradient(-2.4, x, y)
  for (let step = 0; step <= 16; step += 1) {
    const angle = (step / 16) * Math.PI * 2 - 2.4
    rim.addColorStop(step / 16, css(gold(Math.cos(angle) * 0.6, -Math.sin(angle) * 0.6, 0.8)))
  }
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = rim
  ctx.fill()
  const face = ctx.createLinearGradient(x - 50, y - 60, x + 50, y + 60)
  face.addColorStop(0, css(lighten(palette.metal, 0.5)))
  face.addColorStop(0.5, css(palette.metal))
  face.addColorStop(1, css(darken(palette.metal, 0.3)))
  ctx.beginPath()
  ctx.arc(x, y, r - 10, 0, Math.PI * 2)
  ctx.fillStyle = face
  ctx.fill()
  print(ctx, 'sun', x + 1, y + 1.4, 46, lighten(palette.metal, 0.6))
  print(ctx, 'sun', x, y, 46, darken(palette.metal, 0.5))
}
