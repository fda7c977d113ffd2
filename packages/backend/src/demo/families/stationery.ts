import { book } from '../drawing/book.ts'
import { box, moved, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, ink, ivory, oak } from '../drawing/palette.ts'
import { lacquered, pen } from '../drawing/pen.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { boxCast, shadows, soft } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

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
