import { type Paint, css, darken, lighten } from './colour.ts'
import type { Material } from './material.ts'
import { profile } from './outline.ts'
import { rectangle } from './plan.ts'
import { type Ctx, type Pose, type Vec, project, seen } from './pose.ts'
import { onPlane, solid } from './solid.ts'

/** Width (x), depth (y) and height (z) of a box in its own frame. */
export interface Size {
  readonly width: number
  readonly depth: number
  readonly height: number
}

/** The same pose with its origin at another point of the object. */
export function moved(pose: Pose, by: Vec): Pose {
  const [x, y] = project(pose, by)
  return { ...pose, x, y }
}

/** A box with `corner` as the rounding of its upright edges and `edge` of its upper ones. */
export function box(
  ctx: Ctx,
  pose: Pose,
  { width, depth, height }: Size,
  material: Material,
  {
    corner = 2,
    edge = 2,
    from = 0,
    shade = 0.2,
  }: { corner?: number; edge?: number; from?: number; shade?: number } = {},
): void {
  const rim = edge * 0.8
  solid(
    ctx,
    pose,
    rectangle(width, depth, corner),
    profile([
      [-rim * 0.4, from],
      [0, from + rim, rim * 0.6],
      [0, from + height - rim, rim],
      [-rim, from + height],
    ]),
    material,
    { shade },
  )
}

/** Draws on the lid: (0, 0) is its middle, x to the right, y towards the viewer. */
export function onTop(ctx: Ctx, pose: Pose, height: number, draw: () => void): void {
  onPlane(ctx, pose, [0, 0, height], [1, 0, 0], [0, -1, 0], draw)
}

/** Draws on the front: (0, 0) is the middle of its lower edge, y upwards is negative. */
export function onFront(ctx: Ctx, pose: Pose, depth: number, draw: () => void): void {
  onPlane(ctx, pose, [0, -depth / 2, 0], [1, 0, 0], [0, 0, -1], draw)
}

/** Draws on the side that the viewer sees (right when the box is turned clockwise): (0, 0) is the middle of its lower edge. */
export function onFlank(ctx: Ctx, pose: Pose, width: number, draw: () => void): void {
  if (pose.yaw < 0) onPlane(ctx, pose, [width / 2, 0, 0], [0, 1, 0], [0, 0, -1], draw)
  else onPlane(ctx, pose, [-width / 2, 0, 0], [0, -1, 0], [0, 0, -1], draw)
}

/** What a material looks like on a plane that faces `direction` of the object. */
export function facing(pose: Pose, material: Material, direction: Vec): Paint {
  const [x, y, z] = seen(pose, direction)
  return material(x, y, Math.max(0.05, z))
}

/** A filled rectangle with the fall of light across it. */
export function panel(
  ctx: Ctx,
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
  radius = 0,
): void {
  const fill = ctx.createLinearGradient(x, y, x + width, y + height)
  fill.addColorStop(0, css(lighten(paint, 0.12)))
  fill.addColorStop(1, css(darken(paint, 0.1)))
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, radius)
  ctx.fillStyle = fill
  ctx.fill()
}
