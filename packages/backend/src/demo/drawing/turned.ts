import { type Paint, css, darken } from './colour.ts'
import { type Material, gloss } from './material.ts'
import { type Bend, type Outline, profile } from './outline.ts'
import { round } from './plan.ts'
import { type Ctx, type Pose, flat } from './pose.ts'
import { solid, within } from './solid.ts'
import { tube } from './tube.ts'

/** Something made on a lathe or a wheel. */
export function turned(ctx: Ctx, pose: Pose, outline: Outline, material: Material, open = false): void {
  solid(ctx, pose, round, profile(outline), material, { open })
}

/** The picture point on the side of a turned thing: `angle` from the front (right is positive), in the pose's own frame. */
export function onSide(pose: Pose, radius: number, angle: number, height: number): readonly [number, number] {
  return flat({ ...pose, yaw: 0 }, [Math.sin(angle) * radius, -Math.cos(angle) * radius, height])
}

/**
 * Looks into a vessel: the far wall, and what it holds up to `depth` below the rim.
 * The inside of the right wall catches the light that the left wall hides from it.
 */
export function mouth(
  ctx: Ctx,
  pose: Pose,
  radius: number,
  height: number,
  wall: Paint,
  content?: { readonly paint: Paint; readonly depth: number },
): void {
  const squash = Math.sin(pose.pitch)
  within(ctx, pose, () => {
    const y = -height * Math.cos(pose.pitch)
    const inside = ctx.createLinearGradient(-radius, 0, radius, 0)
    inside.addColorStop(0, css(darken(wall, 0.62)))
    inside.addColorStop(0.55, css(darken(wall, 0.34)))
    inside.addColorStop(1, css(darken(wall, 0.06)))
    ctx.beginPath()
    ctx.ellipse(0, y, radius, radius * squash, 0, 0, Math.PI * 2)
    ctx.fillStyle = inside
    ctx.fill()
    if (!content) return
    ctx.clip()
    const surface = y + content.depth * Math.cos(pose.pitch)
    const pool = ctx.createLinearGradient(-radius, surface - 10, radius, surface + 10)
    pool.addColorStop(0, css(darken(content.paint, 0.3)))
    pool.addColorStop(1, css(content.paint))
    ctx.beginPath()
    ctx.ellipse(0, surface, radius * 0.98, radius * 0.98 * squash, 0, 0, Math.PI * 2)
    ctx.fillStyle = pool
    ctx.fill()
    ctx.lineWidth = 1.2
    ctx.strokeStyle = 'rgba(255,244,222,0.4)'
    ctx.stroke()
  })
}

/** A handle on the right-hand side of a vessel, from `high` to `low`, standing `out` from it. Drawn before the body. */
export function handle(
  ctx: Ctx,
  pose: Pose,
  radius: number,
  [high, low]: readonly [number, number],
  out: number,
  width: number,
  material: Material,
  turn = 0.25,
): void {
  const [topX, topY] = onSide(pose, radius - 3, Math.PI / 2 - turn, high)
  const [endX, endY] = onSide(pose, radius - 3, Math.PI / 2 - turn, low)
  within(ctx, pose, () =>
    tube(
      ctx,
      (path) => {
        path.moveTo(topX - 4, topY)
        path.bezierCurveTo(
          topX + out * 1.25,
          topY - out * 0.2,
          endX + out * 1.25,
          endY - out * 0.1,
          endX - 4,
          endY,
        )
      },
      width,
      material,
    ),
  )
}

/** Glazed pottery of one colour. */
export function glazed(paint: Paint): Material {
  return gloss(paint, 0.75)
}

/** The profile of a ball about the origin. */
export function sphere(radius: number): Bend[] {
  return Array.from({ length: 33 }, (_, index): Bend => {
    const angle = (index / 32 - 0.5) * Math.PI
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  })
}
