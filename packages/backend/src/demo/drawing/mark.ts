import { type Paint, css, darken, lighten } from './colour.ts'
import type { Ctx } from './pose.ts'

/** Small ornaments that stand where a customer's logo would be. */
export type Mark = 'petals' | 'sun' | 'lotus' | 'leaf' | 'diamond' | 'rings' | 'paisley'

/** Adds a mark of about `radius` around (0, 0) to the current path; fill it with `evenodd`. */
export function traceMark(ctx: Ctx, mark: Mark, radius: number): void {
  const r = radius
  if (mark === 'petals') for (let step = 0; step < 6; step += 1) petal(ctx, (step / 6) * Math.PI * 2, r, 0.36)
  if (mark === 'lotus') lotus(ctx, r)
  if (mark === 'leaf') {
    petal(ctx, -Math.PI / 2 - 0.55, r * 1.15, 0.26)
    petal(ctx, -Math.PI / 2 + 0.55, r * 1.15, 0.26)
    petal(ctx, Math.PI / 2, r * 0.6, 0.06)
  }
  if (mark === 'sun') {
    ctx.moveTo(r * 0.48, 0)
    ctx.arc(0, 0, r * 0.48, 0, Math.PI * 2)
    for (let step = 0; step < 12; step += 1) ray(ctx, (step / 12) * Math.PI * 2, r * 0.62, r, r * 0.1)
  }
  if (mark === 'diamond') for (const size of [1, 0.72, 0.4]) rhomb(ctx, r * size)
  if (mark === 'rings') {
    for (const size of [1, 0.82, 0.5]) {
      ctx.moveTo(r * size, 0)
      ctx.arc(0, 0, r * size, 0, Math.PI * 2)
    }
  }
  if (mark === 'paisley') {
    ctx.moveTo(r * 0.5, -r)
    ctx.bezierCurveTo(-r * 0.4, -r * 0.7, -r * 0.9, 0, -r * 0.5, r * 0.5)
    ctx.bezierCurveTo(-r * 0.1, r, r * 0.7, r * 0.8, r * 0.66, r * 0.14)
    ctx.bezierCurveTo(r * 0.6, -r * 0.3, r * 0.1, -r * 0.4, r * 0.5, -r)
    ctx.moveTo(r * 0.3, r * 0.2)
    ctx.arc(0.02 * r, r * 0.2, r * 0.28, 0, Math.PI * 2)
  }
}

/** Five broad petals that do not overlap, on a line of water. */
function lotus(ctx: Ctx, r: number): void {
  ctx.moveTo(0, r * 0.62)
  ctx.bezierCurveTo(-r * 0.5, r * 0.1, -r * 0.34, -r * 0.62, 0, -r)
  ctx.bezierCurveTo(r * 0.34, -r * 0.62, r * 0.5, r * 0.1, 0, r * 0.62)
  for (const side of [-1, 1]) {
    ctx.moveTo(side * r * 0.14, r * 0.66)
    ctx.bezierCurveTo(side * r * 0.46, r * 0.3, side * r * 0.5, -r * 0.16, side * r * 0.42, -r * 0.48)
    ctx.bezierCurveTo(side * r * 0.86, -r * 0.3, side * r * 0.94, r * 0.34, side * r * 0.14, r * 0.66)
    ctx.moveTo(side * r * 0.3, r * 0.7)
    ctx.bezierCurveTo(side * r * 0.8, r * 0.5, side * r * 0.98, r * 0.24, side * r * 1.02, -r * 0.02)
    ctx.bezierCurveTo(side * r * 1.34, r * 0.2, side * r * 1.1, r * 0.74, side * r * 0.3, r * 0.7)
  }
  ctx.roundRect(-r * 0.7, r * 0.84, r * 1.4, r * 0.09, r * 0.04)
}

function petal(ctx: Ctx, angle: number, reach: number, girth: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const at = (along: number, aside: number): [number, number] => [
    (along * c - aside * s) * reach,
    (along * s + aside * c) * reach,
  ]
  const [tip, left, right] = [at(1, 0), at(0.5, girth), at(0.5, -girth)]
  const start = at(0.14, 0)
  ctx.moveTo(...start)
  ctx.quadraticCurveTo(...left, ...tip)
  ctx.quadraticCurveTo(...right, ...start)
}

function ray(ctx: Ctx, angle: number, from: number, to: number, half: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  ctx.moveTo(from * c - half * s, from * s + half * c)
  ctx.lineTo(to * c, to * s)
  ctx.lineTo(from * c + half * s, from * s - half * c)
  ctx.closePath()
}

function rhomb(ctx: Ctx, radius: number): void {
  ctx.moveTo(0, -radius)
  ctx.lineTo(radius * 0.8, 0)
  ctx.lineTo(0, radius)
  ctx.lineTo(-radius * 0.8, 0)
  ctx.closePath()
}

/** A mark printed at (x, y) of the current frame. */
export function print(
  ctx: Ctx,
  mark: Mark,
  x: number,
  y: number,
  radius: number,
  paint: Paint,
  squeeze = 1,
): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.scale(squeeze, 1)
  ctx.beginPath()
  traceMark(ctx, mark, radius)
  ctx.fillStyle = css(paint)
  ctx.fill('evenodd')
  ctx.restore()
}

/** A mark pressed into a surface of colour `ground`: a lit lower edge, a dark hollow. */
export function deboss(
  ctx: Ctx,
  mark: Mark,
  x: number,
  y: number,
  radius: number,
  ground: Paint,
  squeeze = 1,
): void {
  print(ctx, mark, x + 0.9, y + 1, radius, lighten([ground[0], ground[1], ground[2], 0.75], 0.4), squeeze)
  print(ctx, mark, x, y, radius, darken([ground[0], ground[1], ground[2], 0.85], 0.42), squeeze)
}
