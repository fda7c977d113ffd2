import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, lighten } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, kraft } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { bind, bow, giftBox } from '../drawing/ribbon.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { turned } from '../drawing/turned.ts'

/** A lidded gift box with a satin ribbon and a bow. */
export function ribbonBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 398, 0.46)
  const size = { width: 230, depth: 210, height: 150 }
  shadows(ctx, [boxCast(pose, size.width, size.depth, size.height)])
  giftBox(ctx, pose, size, palette.main, lighten(palette.main, 0.08), 0.34)
  bind(ctx, pose, { width: 237, depth: 217, height: 150 }, palette.accent, 30)
  const knot = moved(pose, [0, 0, 150])
  bow(ctx, knot.x, knot.y - 6, 84, palette.accent)
}

/** Three boxes of a set, one on the other, tied together. */
export function boxStack(ctx: Ctx, palette: Palette): void {
  const tiers: readonly (readonly [number, number, Paint, number])[] = [
    [250, 92, palette.main, 0.42],
    [190, 78, palette.accent, 0.36],
    [134, 64, palette.pale, 0.46],
  ]
  let height = 0
  const ground = upright(318, 412, 0.42)
  shadows(ctx, [boxCast(ground, 250, 220, 190)])
  for (const [width, tall, paint, yaw] of tiers) {
    const pose = { ...moved(ground, [0, 0, height]), yaw }
    if (height) shadows(ctx, [boxCast(pose, width, width * 0.86, 30)], 0.6)
    giftBox(ctx, pose, { width, depth: width * 0.86, height: tall }, paint, lighten(paint, 0.1), 0.36)
    bind(
      ctx,
      pose,
      { width: width + 7, depth: width * 0.86 + 7, height: tall },
      paint === palette.accent ? palette.pale : palette.accent,
      width * 0.1,
    )
    height += tall
  }
  const top = moved(ground, [0, 0, height])
  bow(ctx, top.x, top.y - 4, 54, palette.accent)
}

/** A wooden tea chest with its drawers of tins. */
export function teaTins(ctx: Ctx, palette: Palette): void {
  const places = [
    [202, 362, palette.accent],
    [438, 364, palette.pale],
    [320, 400, palette.main],
  ] as const
  shadows(
    ctx,
    places.map(([x, y]) => boxCast(upright(x, y, 0.3), 110, 110, 150)),
  )
  places.forEach(([x, y, paint], index) => {
    const pose = upright(x, y, 0.3)
    const coat = gloss(paint, 0.45)
    box(ctx, pose, { width: 112, depth: 112, height: 150 }, coat, { corner: 12, edge: 4 })
    const lid = moved(pose, [0, 0, 150])
    turned(ctx, lid, '40 0, 41 2 1, 41 12 2', metal(palette.metal, 0.5))
    turned(ctx, lid, '44 11, 46 13 2, 46 22 4, 38 25 3', metal(palette.metal, 0.45))
    onFront(ctx, pose, 112, () => {
      panel(ctx, -38, -112, 76, 70, index === 1 ? palette.main : lighten(palette.pale, 0.2), 6)
      ctx.strokeStyle = css(palette.metal, 0.8)
      ctx.lineWidth = 1.4
      ctx.strokeRect(-33, -107, 66, 60)
      print(ctx, 'leaf', 0, -76, 19, index === 1 ? palette.pale : palette.main)
    })
  })
}

/** A plain kraft mailer with a printed sleeve: the joining kit. */
export function sleeveBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 402, 0.4, 0.5)
  const size = { width: 300, depth: 220, height: 92 }
  shadows(ctx, [boxCast(pose, size.width, size.depth, size.height)])
  box(ctx, pose, size, matte(kraft), { corner: 2, edge: 2 })
  bind(ctx, pose, size, palette.main, 124, { across: false })
  onTop(ctx, pose, size.height, () => {
    print(ctx, 'sun', 0, 0, 38, lighten(palette.accent, 0.1))
    ctx.beginPath()
    ctx.rect(-150, -110, 300, 220)
    texture(ctx, 'kraft', 0.6)
  })
  onTop(ctx, pose, size.height + 1, () => {
    deboss(ctx, 'rings', 112, 0, 18, kraft)
  })
}
