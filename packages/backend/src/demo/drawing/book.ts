import { box, facing, moved, onTop } from './box.ts'
import { type Paint, css, darken, lighten } from './colour.ts'
import { type Mark, deboss, print } from './mark.ts'
import { matte } from './material.ts'
import type { Ctx, Pose } from './pose.ts'
import { type Texture, texture } from './texture.ts'

/** How a bound book looks from outside. */
export interface Cover {
  readonly paint: Paint
  readonly cloth: Texture
  readonly mark: Mark
  /** The colour of the mark when it is foiled; pressed into the cover otherwise. */
  readonly foil?: Paint
  readonly band?: Paint
  readonly marker?: Paint
  readonly pages?: Paint
}

/** A bound book that lies on the ground, `width` by `height` by `thick`. */
export function book(ctx: Ctx, pose: Pose, width: number, height: number, thick: number, cover: Cover): void {
  const board = matte(cover.paint)
  const sheet = 4
  box(ctx, pose, { width, depth: height, height: sheet }, board, { corner: 9, edge: 1, shade: 0 })
  if (cover.marker) marker(ctx, moved(pose, [width * 0.14, -height / 2, 4]), cover.marker, height * 0.16)
  const pages = cover.pages ?? [244, 236, 218]
  box(
    ctx,
    moved(pose, [2, 0, 0]),
    { width: width - 12, depth: height - 10, height: thick - sheet * 2 },
    matte(pages),
    { corner: 6, edge: 0.5, from: sheet, shade: 0.1 },
  )
  box(
    ctx,
    moved(pose, [-width / 2 + 7, 0, 0]),
    { width: 14, depth: height - 2, height: thick - sheet },
    board,
    { corner: 5, edge: 1, from: 2, shade: 0 },
  )
  box(ctx, pose, { width, depth: height, height: sheet }, board, {
    corner: 9,
    edge: 2,
    from: thick - sheet,
    shade: 0,
  })
  const ground = facing(pose, board, [0, 0, 1])
  onTop(ctx, pose, thick, () => {
    ctx.beginPath()
    ctx.roundRect(-width / 2, -height / 2, width, height, 9)
    texture(ctx, cover.cloth, 1)
    hinge(ctx, width, height)
    if (cover.foil) print(ctx, cover.mark, width * 0.03, -height * 0.06, width * 0.15, cover.foil)
    else deboss(ctx, cover.mark, width * 0.03, -height * 0.06, width * 0.15, ground)
    if (cover.band) elastic(ctx, width, height, cover.band)
  })
}

function hinge(ctx: Ctx, width: number, height: number): void {
  const groove = ctx.createLinearGradient(-width / 2 + 16, 0, -width / 2 + 25, 0)
  groove.addColorStop(0, 'rgba(30,10,24,0)')
  groove.addColorStop(0.5, 'rgba(30,10,24,0.24)')
  groove.addColorStop(0.62, 'rgba(255,246,230,0.22)')
  groove.addColorStop(1, 'rgba(255,246,230,0)')
  ctx.fillStyle = groove
  ctx.fillRect(-width / 2 + 14, -height / 2 + 2, 12, height - 4)
}

function elastic(ctx: Ctx, width: number, height: number, paint: Paint): void {
  const x = width / 2 - 34
  ctx.fillStyle = 'rgba(30,10,24,0.28)'
  ctx.fillRect(x + 3, -height / 2, 10, height)
  const cloth = ctx.createLinearGradient(x, 0, x + 10, 0)
  cloth.addColorStop(0, css(lighten(paint, 0.2)))
  cloth.addColorStop(1, css(darken(paint, 0.25)))
  ctx.fillStyle = cloth
  ctx.fillRect(x, -height / 2, 10, height)
}

function marker(ctx: Ctx, at: Pose, paint: Paint, length: number): void {
  ctx.save()
  ctx.translate(at.x, at.y)
  ctx.fillStyle = css(paint)
  ctx.beginPath()
  ctx.moveTo(-4, -2)
  ctx.bezierCurveTo(-6, length * 0.4, 6, length * 0.5, 3, length)
  ctx.lineTo(8, length * 0.9)
  ctx.lineTo(13, length * 0.97)
  ctx.bezierCurveTo(15, length * 0.5, 3, length * 0.4, 5, -2)
  ctx.closePath()
  ctx.fill()
  ctx.restore()
}
