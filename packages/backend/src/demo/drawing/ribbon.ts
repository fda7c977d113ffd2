import { type Size, box, facing, onFlank, onFront, onTop } from './box.ts'
import { type Paint, css, darken, lighten } from './colour.ts'
import { gloss } from './material.ts'
import type { Ctx, Pose } from './pose.ts'
import { soft } from './soft.ts'

/** Satin: brighter in the middle of its width. */
function satin(ctx: Ctx, width: number, paint: Paint, sideways = false): void {
  const half = width / 2
  const fill = sideways
    ? ctx.createLinearGradient(0, -half, 0, half)
    : ctx.createLinearGradient(-half, 0, half, 0)
  fill.addColorStop(0, css(darken(paint, 0.16)))
  fill.addColorStop(0.35, css(lighten(paint, 0.26)))
  fill.addColorStop(0.7, css(paint))
  fill.addColorStop(1, css(darken(paint, 0.2)))
  ctx.fillStyle = fill
}

/** Ribbon around a box, along one or both ways, without a bow. `from` is the height where the box begins. */
export function bind(
  ctx: Ctx,
  pose: Pose,
  size: Size,
  paint: Paint,
  width: number,
  { across = true, from = 0 } = {},
): void {
  const cloth = gloss(paint, 0.2)
  const top = from + size.height
  onTop(ctx, pose, top, () => {
    satin(ctx, width, facing(pose, cloth, [0, 0, 1]))
    ctx.fillRect(-width / 2, -size.depth / 2, width, size.depth)
    if (!across) return
    satin(ctx, width, facing(pose, cloth, [0, 0, 1]), true)
    ctx.fillRect(-size.width / 2, -width / 2, size.width, width)
  })
  onFront(ctx, pose, size.depth, () => {
    satin(ctx, width, facing(pose, cloth, [0, -1, 0]))
    ctx.fillRect(-width / 2, -top, width, size.height)
  })
  if (across) {
    onFlank(ctx, pose, size.width, () => {
      satin(ctx, width, facing(pose, cloth, pose.yaw < 0 ? [1, 0, 0] : [-1, 0, 0]))
      ctx.fillRect(-width / 2, -top, width, size.height)
    })
  }
}

/** A tied bow, its knot at (x, y); `size` is the length of a loop. */
export function bow(ctx: Ctx, x: number, y: number, size: number, paint: Paint): void {
  soft(
    ctx,
    5,
    (pad) => {
      pad.beginPath()
      pad.ellipse(x + size * 0.12, y + size * 0.2, size * 0.95, size * 0.3, 0, 0, Math.PI * 2)
      pad.fillStyle = 'rgba(40,16,34,0.3)'
      pad.fill()
    },
    [x - size, y - size, x + size * 1.2, y + size],
  )
  ctx.save()
  ctx.translate(x, y)
  ctx.scale(size, size)
  tail(ctx, paint, 1)
  tail(ctx, paint, -1)
  loop(ctx, paint, 1)
  loop(ctx, paint, -1)
  const knot = ctx.createLinearGradient(-0.16, -0.2, 0.16, 0.16)
  knot.addColorStop(0, css(lighten(paint, 0.4)))
  knot.addColorStop(0.5, css(paint))
  knot.addColorStop(1, css(darken(paint, 0.4)))
  ctx.beginPath()
  ctx.roundRect(-0.15, -0.16, 0.3, 0.29, 0.1)
  ctx.fillStyle = knot
  ctx.fill()
  ctx.restore()
}

function loop(ctx: Ctx, paint: Paint, side: 1 | -1): void {
  const light = side < 0 ? 0.34 : 0.2
  ctx.save()
  ctx.scale(side, 1)
  const outer = ctx.createLinearGradient(0, 0, 1, -0.35)
  outer.addColorStop(0, css(darken(paint, 0.42)))
  outer.addColorStop(0.4, css(lighten(paint, light * 0.5)))
  outer.addColorStop(0.72, css(lighten(paint, light)))
  outer.addColorStop(1, css(darken(paint, 0.12)))
  ctx.beginPath()
  ctx.moveTo(0, -0.08)
  ctx.bezierCurveTo(0.22, -0.62, 0.92, -0.82, 1.04, -0.42)
  ctx.bezierCurveTo(1.14, 0, 0.5, 0.2, 0, 0.1)
  ctx.closePath()
  ctx.fillStyle = outer
  ctx.fill()
  const inner = ctx.createLinearGradient(0.2, -0.1, 0.95, -0.4)
  inner.addColorStop(0, css(darken(paint, 0.7)))
  inner.addColorStop(1, css(darken(paint, 0.3)))
  ctx.beginPath()
  ctx.moveTo(0.2, -0.13)
  ctx.bezierCurveTo(0.42, -0.44, 0.84, -0.6, 0.92, -0.4)
  ctx.bezierCurveTo(0.96, -0.2, 0.58, -0.06, 0.2, -0.07)
  ctx.closePath()
  ctx.fillStyle = inner
  ctx.fill()
  ctx.restore()
}

function tail(ctx: Ctx, paint: Paint, side: 1 | -1): void {
  ctx.save()
  ctx.scale(side, 1)
  const cloth = ctx.createLinearGradient(0, 0, 0.6, 0.75)
  cloth.addColorStop(0, css(darken(paint, 0.4)))
  cloth.addColorStop(0.5, css(lighten(paint, side < 0 ? 0.22 : 0.1)))
  cloth.addColorStop(1, css(darken(paint, 0.14)))
  ctx.beginPath()
  ctx.moveTo(-0.06, 0)
  ctx.bezierCurveTo(0.22, 0.2, 0.34, 0.34, 0.46, 0.68)
  ctx.lineTo(0.62, 0.52)
  ctx.lineTo(0.76, 0.6)
  ctx.bezierCurveTo(0.62, 0.26, 0.4, 0.06, 0.1, -0.04)
  ctx.closePath()
  ctx.fillStyle = cloth
  ctx.fill()
  ctx.restore()
}

/** A closed gift box with a lid a little wider than it. Returns the height of its top. */
export function giftBox(ctx: Ctx, pose: Pose, size: Size, body: Paint, lid: Paint, lidHeight = 0.3): number {
  box(ctx, pose, { ...size, height: size.height * (1 - lidHeight * 0.5) }, gloss(body, 0.15), { corner: 3 })
  const cover = { width: size.width + 7, depth: size.depth + 7, height: size.height * lidHeight }
  box(ctx, pose, cover, gloss(lid, 0.15), { corner: 3, from: size.height - cover.height, shade: 0 })
  return size.height
}
