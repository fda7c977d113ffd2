import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { profile } from '../drawing/outline.ts'
import { type Palette, ink, ivory, oak, walnut } from '../drawing/palette.ts'
import { rectangle } from '../drawing/plan.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { solid, within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { mouth, turned } from '../drawing/turned.ts'

function pencil(
  ctx: Ctx,
  x: number,
  y: number,
  length: number,
  lean: number,
  paint: Paint,
  tip: Paint,
): void {
  const pose: Pose = { x, y, yaw: 0.3, pitch: 0.36, roll: lean }
  turned(
    ctx,
    pose,
    [
      [5, 0],
      [5, length - 16],
    ],
    gloss(paint, 0.4),
    true,
  )
  turned(
    ctx,
    pose,
    [
      [5, length - 16],
      [1.6, length - 4],
    ],
    matte(oak),
    true,
  )
  turned(
    ctx,
    pose,
    [
      [1.6, length - 4],
      [0.4, length],
    ],
    matte(tip),
  )
}

/** A wooden organiser with pens, cards and a phone slot. */
export function organiser(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 396, 0.42)
  shadows(ctx, [boxCast(pose, 280, 150, 120)])
  const wood = gloss(oak, 0.15)
  const back = moved(pose, [0, 44, 0])
  box(ctx, back, { width: 280, depth: 62, height: 128 }, wood, { corner: 5 })
  onTop(ctx, back, 128, () => {
    ctx.fillStyle = css(darken(walnut, 0.6))
    for (const x of [-124, -30, 64]) {
      ctx.beginPath()
      ctx.roundRect(x, -19, 62, 38, 4)
      ctx.fill()
    }
  })
  const rim = moved(back, [-98, -6, 110])
  pencil(ctx, rim.x, rim.y, 112, -0.14, palette.main, ink)
  pencil(ctx, rim.x + 16, rim.y + 4, 96, 0.1, palette.accent, ink)
  pencil(ctx, rim.x - 10, rim.y + 3, 84, -0.04, palette.pale, palette.main)
  const slot = moved(back, [0, 0, 116])
  box(ctx, slot, { width: 54, depth: 10, height: 84 }, gloss(hex('#2f2e35'), 0.6), { corner: 4 })
  onFront(ctx, slot, 10, () => panel(ctx, -22, -78, 44, 70, mix(palette.main, ink, 0.5), 3))
  const cards = moved(back, [94, 0, 116])
  for (const rise of [34, 26, 18])
    box(
      ctx,
      moved(cards, [0, 8 - (34 - rise), 0]),
      { width: 50, depth: 3, height: rise },
      matte(lighten(palette.pale, 0.3)),
      { corner: 1 },
    )
  const front = moved(pose, [0, -32, 0])
  box(ctx, front, { width: 280, depth: 90, height: 62 }, wood, { corner: 5 })
  onTop(ctx, front, 62, () => {
    panel(ctx, -126, -32, 150, 62, darken(walnut, 0.35), 5)
    panel(ctx, 40, -32, 86, 62, darken(walnut, 0.35), 5)
    ctx.beginPath()
    ctx.rect(-140, -45, 280, 90)
    texture(ctx, 'wood', 0.55)
  })
  onFront(ctx, front, 90, () => {
    ctx.beginPath()
    ctx.rect(-138, -60, 276, 60)
    texture(ctx, 'wood', 0.8)
    panel(ctx, -40, -44, 80, 26, lighten(palette.metal, 0.15), 3)
    print(ctx, 'sun', 0, -31, 9, darken(palette.metal, 0.6))
  })
}

/** A round pen cup of leather and wood with pencils in it. */
export function penCup(ctx: Ctx, palette: Palette): void {
  const pose = upright(312, 398)
  shadows(ctx, [roundCast(pose, 72, 150)])
  turned(ctx, pose, '72 0, 76 3 3, 76 16 2, 72 18', gloss(oak, 0.2))
  turned(ctx, pose, '72 16, 72 150', matte(palette.main), true)
  turned(ctx, pose, '72.6 132, 72.6 138', metal(palette.metal, 0.5), true)
  mouth(ctx, pose, 68, 150, palette.main)
  within(ctx, pose, () => deboss(ctx, 'diamond', -14, -62, 25, palette.main, 0.95))
  const top = pose.y - 128 * Math.cos(pose.pitch)
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, 640, top - 8)
  ctx.ellipse(pose.x, top - 12, 68, 24, 0, 0, Math.PI * 2)
  ctx.clip()
  for (const [dx, length, lean, paint] of [
    [-34, 150, -0.2, palette.accent],
    [-8, 176, -0.06, palette.pale],
    [18, 162, 0.08, palette.accent],
    [42, 140, 0.22, walnut],
  ] as const)
    pencil(ctx, pose.x + dx, top + 12, length, lean, paint, ink)
  ctx.restore()
}

/** A leather desk mat with a mouse and a notebook's corner: work from home. */
export function deskMat(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, 262, 0.2, 0.95)
  shadows(ctx, [boxCast(pose, 480, 250, 10)])
  box(ctx, pose, { width: 480, depth: 250, height: 5 }, matte(palette.main), {
    corner: 14,
    edge: 2,
    shade: 0,
  })
  onTop(ctx, pose, 5, () => {
    ctx.beginPath()
    ctx.roundRect(-238, -123, 476, 246, 14)
    texture(ctx, 'grain', 1)
    ctx.setLineDash([6, 4])
    ctx.lineWidth = 1.6
    ctx.strokeStyle = css(lighten(palette.accent, 0.2), 0.8)
    ctx.strokeRect(-228, -113, 456, 226)
    ctx.setLineDash([])
    deboss(ctx, 'rings', -196, 84, 17, palette.main)
  })
  const mouse = moved(pose, [150, 10, 5])
  const plan = rectangle(64, 104, 31)
  shadows(ctx, [{ pose: mouse, plan, offset: 0, height: 30 }])
  solid(ctx, mouse, plan, profile('0 0, 0 10 4, -6 22 8, -20 29 8, -30 31'), gloss(palette.pale, 0.6))
  onTop(ctx, mouse, 27, () => {
    ctx.strokeStyle = css(darken(palette.pale, 0.35), 0.7)
    ctx.lineWidth = 1.4
    ctx.beginPath()
    ctx.moveTo(0, -46)
    ctx.lineTo(0, -12)
    ctx.stroke()
    ctx.fillStyle = css(darken(palette.pale, 0.6))
    ctx.beginPath()
    ctx.roundRect(-4, -34, 8, 18, 4)
    ctx.fill()
  })
  const note = moved(pose, [-90, 10, 5])
  shadows(ctx, [boxCast(note, 160, 190, 16)], 0.9)
  box(ctx, note, { width: 160, depth: 190, height: 12 }, matte(lighten(palette.pale, 0.3)), {
    corner: 3,
    edge: 1,
    shade: 0,
  })
  box(
    ctx,
    moved(note, [0, 0, 12]),
    { width: 164, depth: 194, height: 3 },
    matte(mix(palette.accent, ivory, 0.1)),
    { corner: 5, edge: 1, shade: 0 },
  )
  onTop(ctx, note, 15, () => deboss(ctx, 'petals', 0, 0, 22, palette.accent))
}
