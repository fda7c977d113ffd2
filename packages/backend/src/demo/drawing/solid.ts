import { css, darken, lighten } from './colour.ts'
import type { Material } from './material.ts'
import type { Ring } from './outline.ts'
import { type Corner, type Plan, round } from './plan.ts'
import { type Ctx, type Pose, type Vec, flat, seen } from './pose.ts'

/** Moves to an object's own picture frame, in which its axis runs straight up. */
export function within(ctx: Ctx, pose: Pose, draw: () => void): void {
  ctx.save()
  ctx.translate(pose.x, pose.y)
  ctx.rotate(pose.roll)
  draw()
  ctx.restore()
}

/**
 * A solid whose plan grows and shrinks from ring to ring, lowest ring first: lathe-turned things with the round plan,
 * boxes and slabs with the others. The last ring is closed with a lid unless `open`.
 */
export function solid(
  ctx: Ctx,
  stance: Pose,
  plan: Plan,
  rings: readonly Ring[],
  material: Material,
  { open = false, shade = 0.2 }: { open?: boolean; shade?: number } = {},
): void {
  const pose = plan === round ? { ...stance, yaw: 0 } : stance
  within(ctx, pose, () => {
    const edges = rings.map((ring) => edgeOf(pose, plan, ring))
    for (let index = 1; index < edges.length; index += 1) {
      const [lower, upper] = [edges[index - 1], edges[index]]
      if (lower && upper) belt(ctx, pose, plan, lower, upper, material)
    }
    if (shade > 0) deepen(ctx, pose, edges, shade)
    const last = rings.at(-1)
    if (last && !open) lid(ctx, pose, plan(last[0]), last[1], material)
  })
}

/** How far belts reach under each other, so that no gap is left between them. */
const overlap = 1.2

function belt(ctx: Ctx, pose: Pose, plan: Plan, bottom: Edge, top: Edge, material: Material): void {
  const [lower, upper] = [bottom.ring, top.ring]
  const [rise, grow] = [upper[1] - lower[1], upper[0] - lower[0]]
  const length = Math.hypot(rise, grow)
  if (length < 0.01) return
  const [out, up] = [rise / length, -grow / length]
  const wide = grow > 0 ? top : bottom
  const [left, right] = [wide.points[0]?.[0] ?? 0, wide.points.at(-1)?.[0] ?? 0]
  if (right - left < 0.1) return
  const backShows = up * Math.sin(pose.pitch) - out * Math.cos(pose.pitch) > 0
  const frontShows = up * Math.sin(pose.pitch) + out * Math.cos(pose.pitch) > 0
  if (!frontShows && !backShows) return
  const fill = ctx.createLinearGradient(left, 0, right, 0)
  wide.corners.forEach(([, , faceX, faceY], index) => {
    const normal: Vec = [faceX * out, faceY * out, up]
    const [x, y, z] = seen(pose, normal)
    const at = ((wide.points[index]?.[0] ?? left) - left) / (right - left)
    fill.addColorStop(Math.min(1, Math.max(0, at)), css(material(x, y, Math.max(0.02, z))))
  })
  ctx.beginPath()
  if (plan === round) {
    hoop(ctx, pose, lower, upper, backShows)
  } else if (backShows) {
    whole(ctx, pose, plan(lower[0]), lower[1])
    whole(ctx, pose, plan(upper[0] - overlap), upper[1])
  } else {
    bottom.points.forEach(([x, y], index) => (index ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
    top.points.toReversed().forEach(([x, y]) => ctx.lineTo(x, y - 0.9))
    ctx.closePath()
  }
  ctx.fillStyle = fill
  // What the next belt will cover is left out.
  ctx.fill(backShows ? 'evenodd' : 'nonzero')
}

/** Deepens a tall solid towards the ground, as the light of a room does. */
function deepen(ctx: Ctx, pose: Pose, all: readonly Edge[], strength: number): void {
  const heights = all.map((edge) => edge.ring[1])
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  if ((high - low) * Math.cos(pose.pitch) < 22) return
  const edges = all.map((edge) => edge.points)
  ctx.beginPath()
  edges[0]?.toReversed().forEach(([x, y], index) => (index ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
  edges.forEach((points) => ctx.lineTo(...(points[0] ?? [0, 0])))
  edges.at(-1)?.forEach(([x, y]) => ctx.lineTo(x, y))
  edges.toReversed().forEach((points) => ctx.lineTo(...(points.at(-1) ?? [0, 0])))
  ctx.closePath()
  const fall = ctx.createLinearGradient(0, -high * Math.cos(pose.pitch), 0, -low * Math.cos(pose.pitch))
  fall.addColorStop(0, 'rgba(255,250,240,0.06)')
  fall.addColorStop(0.45, 'rgba(40,16,40,0)')
  fall.addColorStop(1, `rgba(40,16,40,${strength})`)
  ctx.fillStyle = fall
  ctx.fill()
}

/** A belt of a round solid with true ellipses. */
function hoop(ctx: Ctx, pose: Pose, lower: Ring, upper: Ring, full: boolean): void {
  const squash = Math.abs(Math.sin(pose.pitch))
  const [low, high] = [-lower[1] * Math.cos(pose.pitch), -upper[1] * Math.cos(pose.pitch)]
  if (full) {
    const inner = upper[0] - overlap
    ctx.ellipse(0, low, Math.max(0, lower[0]), Math.max(0, lower[0] * squash), 0, 0, Math.PI * 2)
    ctx.closePath()
    if (inner <= 4) return
    ctx.moveTo(inner, high)
    ctx.ellipse(0, high, inner, inner * squash, 0, 0, Math.PI * 2)
    return
  }
  ctx.ellipse(0, low, Math.max(0, lower[0]), Math.max(0, lower[0] * squash), 0, Math.PI, 0, true)
  ctx.ellipse(0, high - 0.9, Math.max(0, upper[0]), Math.max(0, upper[0] * squash), 0, 0, Math.PI)
  ctx.closePath()
}

/** The part of a ring that faces the viewer, from its left end to its right end. */
interface Edge {
  readonly ring: Ring
  readonly points: readonly (readonly [number, number])[]
  readonly corners: readonly Corner[]
}

function edgeOf(pose: Pose, plan: Plan, ring: Ring): Edge {
  const corners = plan(ring[0])
  const all = corners.map((corner) => flat(pose, [corner[0], corner[1], ring[1]]))
  let [leftmost, rightmost] = [0, 0]
  all.forEach(([x], index) => {
    if (x < (all[leftmost]?.[0] ?? 0) - 0.001) leftmost = index
    if (x > (all[rightmost]?.[0] ?? 0) + 0.001) rightmost = index
  })
  const order: number[] = []
  for (let index = leftmost; ; index = (index + 1) % all.length) {
    order.push(index)
    if (index === rightmost || order.length > all.length) break
  }
  return {
    ring,
    points: order.map((index) => all[index] ?? [0, 0]),
    corners: order.map((index): Corner => corners[index] ?? [0, 0, 0, -1]),
  }
}

function whole(ctx: Ctx, pose: Pose, corners: readonly Corner[], height: number): void {
  corners.forEach((corner, index) => {
    const [x, y] = flat(pose, [corner[0], corner[1], height])
    if (index) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
  })
  ctx.closePath()
}

/** Closes a solid at `height`; the light falls off from the upper left. */
function lid(ctx: Ctx, pose: Pose, corners: readonly Corner[], height: number, material: Material): void {
  const points = corners.map((corner) => flat(pose, [corner[0], corner[1], height]))
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x, y, z] = seen(pose, [0, 0, 1])
  if (z <= 0) return
  const tone = material(x, y, z)
  const fill = ctx.createLinearGradient(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
  fill.addColorStop(0, css(lighten(tone, 0.14)))
  fill.addColorStop(0.45, css(tone))
  fill.addColorStop(1, css(darken(tone, 0.12)))
  ctx.beginPath()
  whole(ctx, pose, corners, height)
  ctx.fillStyle = fill
  ctx.fill()
}

/**
 * Draws on a plane of the object: `origin` becomes (0, 0), one unit of x runs along `across` and one of y along `down`.
 */
export function onPlane(ctx: Ctx, pose: Pose, origin: Vec, across: Vec, down: Vec, draw: () => void): void {
  within(ctx, pose, () => {
    const [ox, oy] = flat(pose, origin)
    const [ax, ay] = flat(pose, across)
    const [dx, dy] = flat(pose, down)
    ctx.transform(ax, ay, dx, dy, ox, oy)
    draw()
  })
}
