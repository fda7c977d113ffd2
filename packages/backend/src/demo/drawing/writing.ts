import { box, facing, moved, onTop } from './box.ts'
import { css, darken, lighten, type Paint } from './colour.ts'
import { deboss, type Mark, print } from './mark.ts'
import { gloss, matte, type Material, metal } from './material.ts'
import { cameraPitch, lying, type Ctx, type Pose } from './pose.ts'
import { within } from './solid.ts'
import { soft } from './soft.ts'
import { type Texture, texture } from './texture.ts'
import { turned } from './turned.ts'

/** How a pen is made. */
export interface PenLook {
  readonly body: Material
  readonly trim: Material
  /** A ballpoint's clip or a fountain pen's open nib. */
  readonly nib?: boolean
}

/** A pen that lies on the ground with its tip towards `yaw` (0: right), its middle at (x, y). */
export function pen(
  ctx: Ctx,
  x: number,
  y: number,
  yaw: number,
  length: number,
  look: PenLook,
  camera = cameraPitch,
): void {
  const pose = lying(x, y, yaw, camera)
  const start = moved(pose, [0, 0, -length / 2])
  const r = length * 0.034
  shadowOfPen(ctx, start, length, r)
  const at = (share: number) => length * share
  turned(
    ctx,
    start,
    [
      [0, 0],
      [r * 0.7, 1, 1],
      [r * 0.86, at(0.02), 1],
      [r, at(0.1)],
      [r, at(0.47)],
    ],
    look.body,
  )
  turned(
    ctx,
    start,
    [
      [r * 1.06, at(0.47)],
      [r * 1.06, at(0.5)],
    ],
    look.trim,
  )
  if (look.nib) {
    turned(
      ctx,
      start,
      [
        [r * 0.96, at(0.5)],
        [r * 0.8, at(0.76)],
      ],
      look.body,
    )
    turned(
      ctx,
      start,
      [
        [r * 0.84, at(0.76)],
        [r * 0.8, at(0.79)],
        [r * 0.62, at(0.84)],
        [0.6, at(0.96)],
      ],
      look.trim,
    )
  } else {
    turned(
      ctx,
      start,
      [
        [r, at(0.5)],
        [r * 0.96, at(0.72)],
        [r * 0.82, at(0.82)],
      ],
      look.body,
    )
    turned(
      ctx,
      start,
      [
        [r * 0.84, at(0.82)],
        [r * 0.7, at(0.86)],
        [r * 0.24, at(0.97)],
        [0.5, at(0.99)],
      ],
      look.trim,
    )
  }
  within(ctx, start, () => clip(ctx, start, length, r, look.trim))
}

function clip(ctx: Ctx, pose: Pose, length: number, r: number, trim: Material): void {
  const reach = Math.cos(pose.pitch) * length
  const lit = facing(pose, trim, [0, 0, 1])
  const paint = ctx.createLinearGradient(-r * 0.5, 0, r * 0.5, 0)
  paint.addColorStop(0, css(lighten(lit, 0.5)))
  paint.addColorStop(1, css(darken(trim(0.3, 0, 0.9), 0.2)))
  ctx.fillStyle = paint
  ctx.beginPath()
  ctx.roundRect(-r * 0.42, -reach * 0.36, r * 0.84, reach * 0.33, r * 0.4)
  ctx.fill()
}

function shadowOfPen(ctx: Ctx, start: Pose, length: number, r: number): void {
  const end = moved(start, [0, 0, length])
  soft(
    ctx,
    5,
    (pad) => {
      pad.lineCap = 'round'
      pad.strokeStyle = 'rgba(44,20,38,0.42)'
      pad.lineWidth = r * 2.1
      pad.beginPath()
      pad.moveTo(start.x + r * 1.1, start.y + r * 1.2)
      pad.lineTo(end.x + r * 1.1, end.y + r * 1.2)
      pad.stroke()
    },
    [
      Math.min(start.x, end.x) - r * 2,
      Math.min(start.y, end.y) - r * 2,
      Math.max(start.x, end.x) + r * 4,
      Math.max(start.y, end.y) + r * 4,
    ],
  )
}

/** A black and metal pen; the usual. */
export function lacquered(body: Paint, trim: Paint): PenLook {
  return { body: gloss(body, 0.7), trim: metal(trim, 0.6) }
}

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
