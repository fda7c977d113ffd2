import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { type Plan, rectangle, round } from './plan.ts'
import { type Ctx, type Pose, flat } from './pose.ts'

const pads = new Map<string, readonly [Canvas, Canvas]>()

function padsFor(width: number, height: number): readonly [Canvas, Canvas] {
  const key = `${width}x${height}`
  const known = pads.get(key)
  if (known) return known
  const made = [createCanvas(width, height), createCanvas(width, height)] as const
  pads.set(key, made)
  return made
}

/** Left, top, right and bottom. */
export type Area = readonly [number, number, number, number]

/**
 * Draws something out of focus: `blur` is in picture units. It is drawn small, blurred small and enlarged, which
 * nobody can tell from the real thing and which costs a tenth. The context's clip holds. `area`, where the caller
 * knows it, says within what the sharp drawing stays, so that only that much is worked on.
 */
export function soft(ctx: Ctx, blur: number, draw: (pad: Ctx) => void, area?: Area): void {
  const scale = blur > 4 ? 0.25 : 0.5
  const [width, height] = [Math.ceil(ctx.canvas.width * scale), Math.ceil(ctx.canvas.height * scale)]
  const [sharp, blurred] = padsFor(width, height)
  const pad = sharp.getContext('2d')
  const out = blurred.getContext('2d')
  const at = ctx.getTransform()
  const spread = blur * scale * Math.hypot(at.a, at.b)
  const [x, y, across, down] = area ? padArea(area, at, scale, spread, width, height) : [0, 0, width, height]
  if (across <= 0 || down <= 0) return
  pad.resetTransform()
  pad.clearRect(x - 2, y - 2, across + 4, down + 4)
  pad.setTransform(at.a * scale, at.b * scale, at.c * scale, at.d * scale, at.e * scale, at.f * scale)
  pad.save()
  draw(pad)
  pad.restore()
  out.save()
  out.beginPath()
  // A little more than is used, so that enlarging it finds nothing of an earlier drawing at its edges.
  out.rect(x - 2, y - 2, across + 4, down + 4)
  out.clip()
  out.clearRect(x - 2, y - 2, across + 4, down + 4)
  out.filter = `blur(${spread.toFixed(2)}px)`
  out.drawImage(sharp, x, y, across, down, x, y, across, down)
  out.filter = 'none'
  out.restore()
  ctx.save()
  ctx.resetTransform()
  ctx.drawImage(blurred, x, y, across, down, x / scale, y / scale, across / scale, down / scale)
  ctx.restore()
}

/** Where on the pads an area comes to lie, with room for the blur. */
function padArea(
  [left, top, right, bottom]: Area,
  at: {
    readonly a: number
    readonly b: number
    readonly c: number
    readonly d: number
    readonly e: number
    readonly f: number
  },
  scale: number,
  spread: number,
  width: number,
  height: number,
): readonly [number, number, number, number] {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const
  const xs = corners.map(([x, y]) => (at.a * x + at.c * y + at.e) * scale)
  const ys = corners.map(([x, y]) => (at.b * x + at.d * y + at.f) * scale)
  const room = spread * 3 + 2
  const [fromX, fromY] = [
    Math.max(0, Math.floor(Math.min(...xs) - room)),
    Math.max(0, Math.floor(Math.min(...ys) - room)),
  ]
  const [toX, toY] = [
    Math.min(width, Math.ceil(Math.max(...xs) + room)),
    Math.min(height, Math.ceil(Math.max(...ys) + room)),
  ]
  return [fromX, fromY, toX - fromX, toY - fromY]
}

/** What a thing on the ground needs to throw its shadow: its plan on the ground and how high it is. */
export interface Cast {
  readonly pose: Pose
  readonly plan: Plan
  readonly offset: number
  readonly height: number
}

function footprint(pad: Ctx, { pose, plan, offset }: Cast, grow: number, dx: number, dy: number): void {
  pad.beginPath()
  plan(offset).forEach(([x, y], index) => {
    const [px, py] = flat(pose, [x, y, 0])
    const [toX, toY] = [pose.x + px * grow + dx, pose.y + py * grow + dy]
    if (index) pad.lineTo(toX, toY)
    else pad.moveTo(toX, toY)
  })
  pad.closePath()
}

/**
 * The shadows of solids on the ground: a dark line where each touches and a long soft one to the right, as far as the
 * thing is high.
 */
export function shadows(ctx: Ctx, casts: readonly Cast[], strength = 1): void {
  const feet = casts.flatMap(({ pose, plan, offset }) =>
    plan(offset).map(([x, y]) => {
      const [px, py] = flat(pose, [x, y, 0])
      return [pose.x + px, pose.y + py] as const
    }),
  )
  const reaches = casts.map(reachOf)
  const foot: Area = [
    Math.min(...feet.map(([x]) => x)),
    Math.min(...feet.map(([, y]) => y)),
    Math.max(...feet.map(([x]) => x)),
    Math.max(...feet.map(([, y]) => y)) + 6,
  ]
  const far = Math.max(...reaches)
  soft(
    ctx,
    12,
    (pad) => {
      for (const cast of casts) {
        const reach = reachOf(cast)
        const steps = 8
        for (let step = 0; step < steps; step += 1) {
          const t = step / (steps - 1)
          footprint(pad, cast, 1 + t * 0.03, reach * t, reach * t * 0.08 + 2)
          pad.fillStyle = `rgba(44,22,40,${(0.168 * (1 - t) ** 0.75 * strength).toFixed(3)})`
          pad.fill()
        }
      }
    },
    [foot[0] - 6, foot[1] - 6, foot[2] + far + 10, foot[3] + far * 0.1 + 8],
  )
  soft(
    ctx,
    3.5,
    (pad) => {
      for (const cast of casts) {
        footprint(pad, cast, 1.012, 3, 3.5)
        pad.fillStyle = `rgba(38,16,34,${(0.52 * strength).toFixed(3)})`
        pad.fill()
      }
    },
    [foot[0] - 4, foot[1] - 4, foot[2] + 8, foot[3] + 8],
  )
}

/** How far a shadow reaches. */
function reachOf({ height }: Cast): number {
  return Math.min(190, 16 + height * 0.62)
}

/** The shadow of one round thing that stands at `x`, `y`. */
export function roundCast(pose: Pose, radius: number, height: number): Cast {
  return { pose, plan: round, offset: radius, height }
}

/** The shadow of a box. */
export function boxCast(pose: Pose, width: number, depth: number, height: number): Cast {
  return { pose, plan: rectangle(width, depth, 6), offset: 0, height }
}
