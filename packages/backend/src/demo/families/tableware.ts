import { moved } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten } from '../drawing/colour.ts'
import { leafAt } from '../drawing/flora.ts'
import { print } from '../drawing/mark.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, leafGreen, oak } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** A round tray with a carafe and two glasses. */
export function carafe(ctx: Ctx, palette: Palette): void {
  const tray = upright(318, 384, 0, 0.42)
  shadows(ctx, [roundCast(tray, 180, 20)])
  turned(ctx, tray, '172 0, 180 4 3, 180 20 3, 174 22 2', gloss(palette.main, 0.4))
  turned(ctx, tray, '174.5 20, 175 23 1, 172 23', metal(palette.metal, 0.6), true)
  const jug = upright(296, 364)
  const water = hex('#dce9e6')
  shadows(
    ctx,
    [roundCast(jug, 54, 90), roundCast(upright(392, 388), 30, 40), roundCast(upright(424, 362), 30, 40)],
    0.7,
  )
  within(ctx, jug, () => {
    ctx.beginPath()
    ctx.moveTo(-52, -14)
    ctx.bezierCurveTo(-64, -60, -50, -92, -40, -112)
    ctx.ellipse(0, -112, 40, 14, 0, Math.PI, 0, true)
    ctx.bezierCurveTo(50, -92, 64, -60, 52, -14)
    ctx.ellipse(0, -10, 52, 18, 0, 0, Math.PI)
    ctx.fillStyle = 'rgba(178,210,208,0.55)'
    ctx.fill()
    ctx.beginPath()
    ctx.ellipse(0, -112, 40, 14, 0, 0, Math.PI * 2)
    ctx.fillStyle = 'rgba(226,242,240,0.8)'
    ctx.fill()
  })
  turned(ctx, jug, '46 0, 54 4 5, 64 60 40, 30 170 30, 28 196, 38 214 4', glass(water, 0.2), true)
  within(ctx, jug, () => {
    ctx.beginPath()
    ctx.ellipse(0, -214 * Math.cos(jug.pitch), 38, 13, 0, 0, Math.PI * 2)
    ctx.lineWidth = 2.4
    ctx.strokeStyle = 'rgba(255,255,255,0.85)'
    ctx.stroke()
  })
  turned(ctx, jug, '29.4 168, 29 186', metal(palette.metal, 0.6), true)
  for (const [x, y] of [
    [424, 362],
    [392, 388],
  ] as const)
    tumblerGlass(ctx, upright(x, y))
}

function tumblerGlass(ctx: Ctx, pose: Pose): void {
  within(ctx, pose, () => {
    ctx.beginPath()
    ctx.roundRect(-30, -52, 60, 60, [2, 2, 16, 16])
    ctx.fillStyle = 'rgba(178,210,208,0.5)'
    ctx.fill()
  })
  turned(ctx, pose, '28 0, 31 3 3, 34 86', glass(hex('#dce9e6'), 0.22), true)
  within(ctx, pose, () => {
    ctx.lineWidth = 2
    ctx.strokeStyle = 'rgba(255,255,255,0.85)'
    for (const [height, r] of [
      [86, 34],
      [54, 32],
    ] as const) {
      ctx.beginPath()
      ctx.ellipse(0, -height * Math.cos(pose.pitch), r, r * Math.sin(pose.pitch), 0, 0, Math.PI * 2)
      ctx.stroke()
    }
  })
}

/** Round coasters in a holder, two laid out. */
export function coasters(ctx: Ctx, palette: Palette): void {
  const flat = [upright(212, 396, 0, 0.6), upright(430, 402, 0, 0.6)]
  const stack = upright(318, 350, 0, 0.5)
  shadows(ctx, [roundCast(stack, 96, 80), ...flat.map((pose) => roundCast(pose, 84, 8))])
  turned(ctx, stack, '94 0, 100 4 3, 100 14 3, 96 16', gloss(oak, 0.25))
  for (let disc = 0; disc < 6; disc += 1) {
    const z = 16 + disc * 13
    turned(
      ctx,
      stack,
      [
        [90, z],
        [92, z + 2, 1],
        [92, z + 10, 2],
        [88, z + 12, 1],
      ],
      matte(disc % 2 ? palette.accent : palette.main),
    )
  }
  face(ctx, moved(stack, [0, 0, 94]), 88, palette.accent, palette)
  flat.forEach((pose, index) => {
    const paint = index ? palette.main : palette.pale
    turned(ctx, pose, '82 0, 84 2 1, 84 9 2, 80 11 1', matte(paint))
    face(ctx, moved(pose, [0, 0, 11]), 80, paint, palette)
  })
}

function face(ctx: Ctx, pose: Pose, radius: number, paint: Paint, palette: Palette): void {
  ctx.save()
  ctx.translate(pose.x, pose.y)
  ctx.scale(1, Math.sin(pose.pitch))
  ctx.beginPath()
  ctx.arc(0, 0, radius, 0, Math.PI * 2)
  texture(ctx, 'felt', 0.8)
  const dark = paint[0] + paint[1] + paint[2] < 420
  const inked = dark ? lighten(palette.metal, 0.3) : darken(paint, 0.5)
  ctx.strokeStyle = css(inked, 0.8)
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.arc(0, 0, radius - 9, 0, Math.PI * 2)
  ctx.stroke()
  print(ctx, 'lotus', 0, 0, radius * 0.42, inked)
  ctx.restore()
}

/** A teapot with two cups. */
export function teapot(ctx: Ctx, palette: Palette): void {
  const pot = upright(276, 388)
  const cups = [upright(428, 372), upright(470, 408)]
  shadows(ctx, [roundCast(pot, 80, 120), ...cups.map((pose) => roundCast(pose, 32, 50))])
  const glaze = gloss(palette.main, 0.75)
  tube(ctx, 'M344 330C392 320 384 268 408 256', 22, glaze)
  tube(ctx, 'M206 274C136 258 128 352 206 352', 13, gloss(oak, 0.3))
  turned(ctx, pot, '54 0, 62 4 5, 92 56 50, 70 116 30, 46 128 4', glaze)
  turned(ctx, pot, '46 126, 50 129 2, 44 140 8, 12 148 4', gloss(lighten(palette.main, 0.06), 0.75))
  turned(ctx, pot, '10 146, 16 156 6, 12 166 6, 0 168', metal(palette.metal, 0.6))
  within(ctx, pot, () => print(ctx, 'petals', -14, -42, 26, lighten(palette.pale, 0.1), 0.94))
  for (const pose of cups) {
    turned(ctx, pose, '24 0, 28 3 3, 40 44 12, 42 60 2', gloss(palette.pale, 0.7), true)
    turned(ctx, pose, '42 58, 43 60 1, 39 61', metal(palette.metal, 0.5), true)
    mouth(ctx, pose, 39, 61, palette.pale, { paint: hex('#b4702f'), depth: 9 })
  }
  leafAt(ctx, 356, 420, 0.2, 22, leafGreen)
  leafAt(ctx, 336, 416, 2.4, 18, leafGreen)
}
