import { facing, moved } from './box.ts'
import { type Paint, css, darken, lighten } from './colour.ts'
import { type Material, gloss, metal } from './material.ts'
import { type Ctx, type Pose, cameraPitch, lying } from './pose.ts'
import { soft } from './soft.ts'
import { within } from './solid.ts'
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
