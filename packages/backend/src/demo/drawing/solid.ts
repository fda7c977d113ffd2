import { css, darken, lighten } from './colour.ts'
import type { Material } from './material.ts'
import { type Ctx, flat, type Pose, seen, type Vec } from './pose.ts'

/** A point of a convex outline, counter-clockwise, with the direction that the edge faces. */
type Corner = readonly [x: number, y: number, faceX: number, faceY: number]

/** A convex plan that can grow: `offset` is added to a round plan's radius and to a square one's half sides. */
export type Plan = (offset: number) => readonly Corner[]

/** A ring of a solid: how far the plan has grown, and at what height. */
export type Ring = readonly [offset: number, height: number]

/** Denser where the strips of light have their edges, so that highlights stay crisp with few steps. */
const frontAngles = [
  -90, -80, -68, -58, -52, -47, -42, -36, -31, -27, -20, -10, 2, 16, 30, 42, 50, 54, 58, 63, 71, 80, 90,
]
const backAngles = [108, 126, 144, 162, 180, 198, 216, 234, 252]
const circle = [...frontAngles, ...backAngles].map((degrees): readonly [number, number] => {
  const angle = ((degrees - 90) / 180) * Math.PI
  return [Math.cos(angle), Math.sin(angle)]
})

/** A round plan; the rings' offsets are radii. */
export const round: Plan = (radius) => circle.map(([x, y]): Corner => [x * radius, y * radius, x, y])

/** A rectangle `width` by `depth` with rounded corners. */
export function rectangle(width: number, depth: number, corner = 2): Plan {
  const steps = corner > 5 ? 7 : 4
  return (offset) => {
    const radius = Math.max(0.2, corner + offset)
    const [halfX, halfY] = [width / 2 + offset - radius, depth / 2 + offset - radius]
    return [0, 1, 2, 3].flatMap((quarter) =>
      Array.from({ length: steps }, (_, index): Corner => {
        const angle = (quarter + index / (steps - 1)) * (Math.PI / 2)
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const [signX, signY] = [quarter === 0 || quarter === 3 ? 1 : -1, quarter < 2 ? 1 : -1]
        return [signX * halfX + c * radius, signY * halfY + s * radius, c, s]
      }),
    )
  }
}

/** A regular plan of `sides` with softened corners; the rings' offsets are added to `radius`. */
export function regular(sides: number, radius: number, turn = 0): Plan {
  return (offset) =>
    Array.from({ length: sides }, (_, side) => side).flatMap((side): Corner[] => {
      const at = ((side + 0.5) / sides) * Math.PI * 2 + turn
      const [before, after] = [at - Math.PI / sides, at + Math.PI / sides]
      const [x, y] = [Math.cos(at) * (radius + offset), Math.sin(at) * (radius + offset)]
      return [
        [x, y, Math.cos(before), Math.sin(before)],
        [x + 0.01 * Math.cos(after), y + 0.01 * Math.sin(after), Math.cos(after), Math.sin(after)],
      ]
    })
}

/** One corner of an outline: offset, height, and how much the corner is rounded. */
export type Bend = readonly [offset: number, height: number, rounding?: number]

/** An outline as bends, or as text: `'52 0, 57 3 4'` is offset 52 at height 0, then 57 at 3 with a rounding of 4. */
export type Outline = string | readonly Bend[]

/** Rings along an outline. A rounding makes the edge catch the light. */
export function profile(outline: Outline): Ring[] {
  const corners = typeof outline === 'string' ? bends(outline) : outline
  const rings: Ring[] = []
  corners.forEach((corner, index) => {
    const [offset, height, radius = 0] = corner
    const before = corners[index - 1]
    const after = corners[index + 1]
    if (!before || !after || radius === 0) {
      rings.push([offset, height])
      return
    }
    const enter = towards(corner, before, radius)
    const leave = towards(corner, after, radius)
    const steps = radius > 18 ? 11 : radius > 9 ? 6 : radius > 3 ? 4 : 3
    for (let step = 0; step <= steps; step += 1) {
      const t = step / steps
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
      rings.push([a * enter[0] + b * offset + c * leave[0], a * enter[1] + b * height + c * leave[1]])
    }
  })
  return rings
}

function bends(text: string): Bend[] {
  return text.split(',').map((corner) => {
    const [offset = 0, height = 0, rounding = 0] = corner.trim().split(' ').map(Number)
    return [offset, height, rounding]
  })
}

function towards(
  from: readonly [number, number, number?],
  to: readonly [number, number, number?],
  by: number,
): Ring {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const share = Math.min(0.5, by / length)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

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

function belt(ctx: Ctx, pose: Pose, plan: Plan, bottom: Edge, top: Edge, material: Material): void {
  const [lower, upper] = [bottom.ring, top.ring]
  const [rise, grow] = [upper[1] - lower[1], upper[0] - lower[0]]
  const length = Math.hypot(rise, grow)
  if (length < 0.01) return
  const [out, up] = [rise / length, -grow / length]
  const wide = grow > 0 ? top : bottom
  const [left, right] = [wide.points[0]?.[0] ?? 0, wide.points.at(-1)?.[0] ?? 0]
  if (right - left < 0.1) return
  const fill = ctx.createLinearGradient(left, 0, right, 0)
  let shown = false
  wide.corners.forEach(([, , faceX, faceY], index) => {
    const normal: Vec = [faceX * out, faceY * out, up]
    const [x, y, z] = seen(pose, normal)
    if (z > 0) shown = true
    const at = ((wide.points[index]?.[0] ?? left) - left) / (right - left)
    fill.addColorStop(Math.min(1, Math.max(0, at)), css(material(x, y, Math.max(0.02, z))))
  })
  const backShows = up * Math.sin(pose.pitch) - out * Math.cos(pose.pitch) > 0
  if (!shown && !backShows) return
  ctx.beginPath()
  if (plan === round) {
    hoop(ctx, pose, lower, upper, backShows)
  } else if (backShows) {
    whole(ctx, pose, plan(lower[0]), lower[1])
  } else {
    bottom.points.forEach(([x, y], index) => (index ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
    top.points.toReversed().forEach(([x, y]) => ctx.lineTo(x, y - 0.9))
    ctx.closePath()
  }
  ctx.fillStyle = fill
  ctx.fill()
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
    ctx.ellipse(0, low, Math.max(0, lower[0]), Math.max(0, lower[0] * squash), 0, 0, Math.PI * 2)
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
