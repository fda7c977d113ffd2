import { box, moved, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { print } from '../drawing/mark.ts'
import { ink, ivory, oak, type Palette, walnut } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, shadows, soft } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { book, lacquered, pen } from '../drawing/writing.ts'

/** How far the camera looks down on things that lie. */
const above = 0.92

/** A cloth-bound notebook with an elastic band, and its pen beside it. */
export function notebook(ctx: Ctx, palette: Palette): void {
  const pose = upright(292, 262, 0.32, above)
  shadows(ctx, [boxCast(pose, 236, 322, 40)])
  book(ctx, pose, 236, 322, 32, {
    paint: palette.main,
    cloth: 'linen',
    mark: 'petals',
    band: palette.accent,
    marker: palette.accent,
  })
  pen(ctx, 500, 288, 1.9, 210, lacquered(palette.accent, palette.metal), above)
}

/** Two journals, one on the other, foiled. */
export function journals(ctx: Ctx, palette: Palette): void {
  const low = upright(312, 276, 0.5, above)
  shadows(ctx, [boxCast(low, 230, 306, 60)])
  book(ctx, low, 230, 306, 26, { paint: palette.pale, cloth: 'linen', mark: 'sun', marker: palette.accent })
  const high = { ...moved(low, [0, 0, 26]), yaw: 0.2 }
  shadows(ctx, [boxCast(high, 224, 300, 26)], 0.8)
  book(ctx, high, 224, 300, 28, {
    paint: palette.main,
    cloth: 'grain',
    mark: 'lotus',
    foil: lighten(palette.metal, 0.3),
    marker: palette.accent,
    pages: mix(ivory, palette.metal, 0.4),
  })
}

/** An executive diary and a pen in their open presentation box. */
export function diarySet(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, 268, 0.22, above)
  const size = { width: 360, depth: 300, height: 44 }
  shadows(ctx, [boxCast(pose, size.width, size.depth, 60)])
  box(ctx, pose, size, gloss(darken(palette.main, 0.35), 0.2), { corner: 5 })
  onTop(ctx, pose, size.height, () => {
    panel(ctx, -170, -140, 340, 280, darken(palette.pale, 0.12), 4)
    ctx.beginPath()
    ctx.roundRect(-170, -140, 340, 280, 4)
    texture(ctx, 'felt', 0.7)
    ctx.fillStyle = 'rgba(40,18,30,0.3)'
    ctx.beginPath()
    ctx.roundRect(84, -112, 56, 224, 26)
    ctx.fill()
  })
  const nest = moved(pose, [-48, 0, 36])
  shadows(ctx, [boxCast(nest, 208, 248, 10)], 0.9)
  book(ctx, nest, 208, 248, 24, {
    paint: palette.main,
    cloth: 'grain',
    mark: 'rings',
    foil: lighten(palette.metal, 0.25),
  })
  const penSpot = moved(pose, [112, 0, 46])
  pen(ctx, penSpot.x, penSpot.y, Math.PI / 2 + pose.yaw, 190, lacquered(palette.main, palette.metal), above)
}

/** One good pen in its open case. */
export function penCase(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 300, 0.26, 0.8)
  const lid = moved(pose, [0, 73, 42])
  shadows(ctx, [boxCast(pose, 370, 130, 50)])
  box(ctx, lid, { width: 370, depth: 16, height: 132 }, gloss(walnut, 0.35), { corner: 6 })
  box(ctx, pose, { width: 370, depth: 130, height: 46 }, gloss(walnut, 0.35), { corner: 8, edge: 4 })
  onTop(ctx, pose, 46, () => {
    ctx.beginPath()
    ctx.roundRect(-185, -65, 370, 130, 8)
    texture(ctx, 'wood', 0.8)
    panel(ctx, -170, -50, 340, 100, darken(palette.main, 0.1), 6)
    ctx.beginPath()
    ctx.roundRect(-170, -50, 340, 100, 6)
    texture(ctx, 'felt', 0.6)
    const hollow = ctx.createLinearGradient(0, -50, 0, -34)
    hollow.addColorStop(0, 'rgba(20,6,16,0.5)')
    hollow.addColorStop(1, 'rgba(20,6,16,0)')
    ctx.fillStyle = hollow
    ctx.fillRect(-170, -50, 340, 16)
  })
  const spot = moved(pose, [0, 0, 46])
  pen(
    ctx,
    spot.x,
    spot.y,
    pose.yaw,
    300,
    { ...lacquered(darken(palette.accent, 0.1), palette.metal), nib: true },
    0.8,
  )
}

/** Three pens side by side. */
export function penTrio(ctx: Ctx, palette: Palette): void {
  const looks: readonly Paint[] = [palette.main, palette.pale, palette.accent]
  looks.forEach((paint, index) => {
    pen(ctx, 240 + index * 74, 256 + index * 14, 0.98, 320, lacquered(paint, palette.metal), 1.0)
  })
}

/** A metal card case, open, with cards fanned out of it. */
export function cardCase(ctx: Ctx, palette: Palette): void {
  const pose = upright(330, 300, 0.34, 0.86)
  shadows(ctx, [boxCast(moved(pose, [20, -34, 0]), 270, 160, 30)])
  const cards = moved(pose, [-30, 46, 0])
  for (const turn of [0.42, 0.2, -0.04]) {
    const card = { ...cards, yaw: pose.yaw + turn }
    shadows(ctx, [boxCast(card, 240, 140, 4)], 0.4)
    box(ctx, card, { width: 240, depth: 140, height: 2 }, matte(lighten(palette.pale, 0.35)), {
      corner: 4,
      edge: 0.4,
      shade: 0,
    })
    onTop(ctx, card, 2, () => {
      print(ctx, 'diamond', -84, -30, 16, palette.accent)
      ctx.fillStyle = css(palette.main, 0.7)
      ctx.fillRect(-100, 18, 78, 5)
      ctx.fillRect(-100, 32, 112, 4)
    })
  }
  box(
    ctx,
    moved(pose, [20, -34, 4]),
    { width: 270, depth: 160, height: 20 },
    metal(mix(palette.metal, palette.main, 0.5), 0.25),
    { corner: 14, edge: 5, shade: 0 },
  )
  onTop(ctx, moved(pose, [20, -34, 4]), 20, () => {
    ctx.strokeStyle = css(lighten(palette.metal, 0.3), 0.9)
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.roundRect(-120, -66, 240, 132, 9)
    ctx.stroke()
    print(ctx, 'paisley', 0, 0, 34, lighten(palette.metal, 0.35))
  })
}

/** A weekly planner pad with a pencil and a row of sticky flags. */
export function plannerPad(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 270, -0.2, above)
  shadows(ctx, [boxCast(pose, 300, 300, 24)])
  box(ctx, pose, { width: 300, depth: 300, height: 18 }, matte(lighten(palette.pale, 0.4)), {
    corner: 2,
    edge: 1,
    shade: 0.1,
  })
  onTop(ctx, pose, 18, () => {
    panel(ctx, -150, -150, 300, 50, palette.main)
    print(ctx, 'leaf', -122, -122, 14, palette.pale)
    ctx.fillStyle = css(palette.pale, 0.85)
    ctx.fillRect(-96, -130, 110, 8)
    for (let day = 0; day < 6; day += 1) {
      const [x, y] = [-138 + (day % 2) * 142, -86 + Math.floor(day / 2) * 78]
      ctx.fillStyle = css(day % 3 === 0 ? palette.accent : palette.main, 0.8)
      ctx.fillRect(x, y, 52, 6)
      ctx.fillStyle = css(darken(palette.pale, 0.3), 0.55)
      for (let line = 0; line < 4; line += 1) ctx.fillRect(x, y + 18 + line * 12, 130, 1.4)
    }
  })
  flags(ctx, moved(pose, [152, 20, 18]), pose, palette)
  pen(ctx, 506, 300, 1.75, 230, { body: matte(oak), trim: matte(ink) }, above)
}

function flags(ctx: Ctx, at: Pose, pose: Pose, palette: Palette): void {
  onTop(ctx, { ...at, yaw: pose.yaw }, 0, () => {
    for (const [index, paint] of [palette.accent, palette.main, hex('#d98f6a'), palette.pale].entries()) {
      ctx.fillStyle = css(paint)
      ctx.fillRect(-14, -80 + index * 30, 34, 20)
    }
  })
  soft(ctx, 3, (pad) => {
    pad.fillStyle = 'rgba(40,18,30,0.12)'
    pad.fillRect(at.x, at.y - 70, 12, 130)
  })
}

/** A document folder in leather with a flap and a stud. */
export function folder(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 268, 0.3, above)
  shadows(ctx, [boxCast(pose, 340, 260, 30)])
  box(ctx, pose, { width: 340, depth: 260, height: 18 }, matte(palette.main), {
    corner: 12,
    edge: 5,
    shade: 0,
  })
  onTop(ctx, pose, 18, () => {
    ctx.beginPath()
    ctx.roundRect(-168, -128, 336, 256, 12)
    texture(ctx, 'grain', 1)
    stitches(ctx, -156, -116, 312, 232, lighten(palette.accent, 0.1))
    ctx.fillStyle = 'rgba(30,8,20,0.3)'
    ctx.beginPath()
    ctx.moveTo(-170, -124)
    ctx.bezierCurveTo(-150, 40, 150, 40, 170, -124)
    ctx.fill()
    panelFlap(ctx, palette)
  })
}

function panelFlap(ctx: Ctx, palette: Palette): void {
  const fill = ctx.createLinearGradient(-150, -130, 120, 40)
  fill.addColorStop(0, css(lighten(palette.main, 0.2)))
  fill.addColorStop(1, css(darken(palette.main, 0.1)))
  ctx.beginPath()
  ctx.moveTo(-169, -130)
  ctx.bezierCurveTo(-150, 32, 150, 32, 169, -130)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
  texture(ctx, 'grain', 1)
  ctx.beginPath()
  ctx.arc(0, -26, 9, 0, Math.PI * 2)
  ctx.fillStyle = css(lighten(palette.metal, 0.3))
  ctx.fill()
  ctx.beginPath()
  ctx.arc(1, -25, 6, 0, Math.PI * 2)
  ctx.fillStyle = css(palette.metal)
  ctx.fill()
}

function stitches(ctx: Ctx, x: number, y: number, width: number, height: number, paint: Paint): void {
  ctx.save()
  ctx.strokeStyle = css(paint, 0.85)
  ctx.lineWidth = 1.6
  ctx.setLineDash([6, 4])
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, 8)
  ctx.stroke()
  ctx.restore()
}
