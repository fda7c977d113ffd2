import { book } from '../drawing/book.ts'
import { box, moved, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, legible, lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, kraft, steel } from '../drawing/palette.ts'
import { lacquered, pen } from '../drawing/pen.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { webbing } from '../drawing/soft-goods.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'

const above = 0.92

/** A bottle that lies in a box, seen from above. */
function lyingBottle(ctx: Ctx, pose: Pose, paint: Paint, cap: Paint): void {
  const coat = ctx.createLinearGradient(-30, 0, 30, 0)
  coat.addColorStop(0, css(lighten(paint, 0.34)))
  coat.addColorStop(0.3, css(lighten(paint, 0.1)))
  coat.addColorStop(1, css(darken(paint, 0.45)))
  onTop(ctx, pose, 20, () => {
    ctx.fillStyle = 'rgba(30,10,24,0.36)'
    ctx.beginPath()
    ctx.roundRect(-24, -96, 66, 216, 18)
    ctx.fill()
    ctx.fillStyle = coat
    ctx.beginPath()
    ctx.roundRect(-32, -60, 64, 174, [30, 30, 10, 10])
    ctx.fill()
    ctx.fillRect(-16, -82, 32, 30)
    const lid = ctx.createLinearGradient(-20, 0, 20, 0)
    lid.addColorStop(0, css(lighten(cap, 0.4)))
    lid.addColorStop(1, css(darken(cap, 0.45)))
    ctx.fillStyle = lid
    ctx.beginPath()
    ctx.roundRect(-20, -110, 40, 36, 6)
    ctx.fill()
    print(ctx, 'petals', 0, 30, 15, lighten(cap, 0.4))
  })
}

/** The joining kit: a box with a bottle, a notebook, a pen and a card. */
export function joiningKit(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 272, 0.2, above)
  shadows(ctx, [boxCast(pose, 440, 320, 60)])
  box(ctx, pose, { width: 440, depth: 320, height: 50 }, matte(kraft), { corner: 4 })
  onTop(ctx, pose, 50, () => {
    panel(ctx, -210, -150, 420, 300, darken(palette.pale, 0.16), 4)
    ctx.beginPath()
    ctx.rect(-210, -150, 420, 300)
    texture(ctx, 'kraft', 0.8)
  })
  const nest = moved(pose, [0, 0, 36])
  lyingBottle(ctx, moved(nest, [-144, 0, 0]), palette.main, palette.metal)
  const notes = moved(nest, [16, 12, 0])
  shadows(ctx, [boxCast(notes, 176, 234, 20)], 0.8)
  book(ctx, notes, 176, 234, 20, { paint: palette.accent, cloth: 'linen', mark: 'sun', band: palette.main })
  const spot = moved(nest, [130, -6, 16])
  pen(ctx, spot.x, spot.y, Math.PI / 2 + pose.yaw, 190, lacquered(palette.main, palette.metal), above)
  const card = moved(nest, [178, 66, 6])
  box(ctx, card, { width: 56, depth: 100, height: 3 }, matte(lighten(palette.pale, 0.4)), {
    corner: 3,
    shade: 0,
  })
  onTop(ctx, card, 3, () => print(ctx, 'lotus', 0, -6, 16, legible(palette.main)))
}

/** The conference kit: a folder, a badge on its lanyard, a pen and a flask. */
export function conferenceKit(ctx: Ctx, palette: Palette): void {
  const folder = upright(266, 276, 0.2, above)
  shadows(ctx, [boxCast(folder, 250, 316, 20)])
  book(ctx, folder, 250, 316, 18, {
    paint: palette.main,
    cloth: 'grain',
    mark: 'rings',
    foil: lighten(palette.metal, 0.3),
  })
  webbing(ctx, 'M430 250C352 150 404 60 462 88C520 116 512 190 470 250', 13, palette.accent)
  badge(ctx, upright(452, 320, -0.12, above), palette)
  pen(ctx, 560, 330, 1.72, 200, lacquered(palette.accent, palette.metal), above)
}

function badge(ctx: Ctx, pose: Pose, palette: Palette): void {
  shadows(ctx, [boxCast(pose, 120, 160, 8)])
  box(ctx, pose, { width: 120, depth: 162, height: 6 }, gloss(lighten(palette.pale, 0.4), 0.5), {
    corner: 10,
    edge: 2,
    shade: 0,
  })
  onTop(ctx, pose, 6, () => {
    panel(ctx, -54, -75, 108, 50, palette.main, 7)
    print(ctx, 'sun', -30, -50, 13, lighten(palette.accent, 0.15))
    ctx.fillStyle = css(palette.pale, 0.85)
    ctx.fillRect(-10, -56, 50, 6)
    ctx.fillRect(-10, -44, 32, 4)
    ctx.fillStyle = css(darken(palette.pale, 0.6), 0.7)
    ctx.fillRect(-38, 2, 76, 9)
    ctx.fillRect(-28, 20, 56, 5)
    ctx.fillStyle = css(legible(palette.accent), 0.9)
    ctx.beginPath()
    ctx.roundRect(-30, 42, 60, 18, 9)
    ctx.fill()
    ctx.fillStyle = 'rgba(30,10,24,0.5)'
    ctx.beginPath()
    ctx.roundRect(-12, -72, 24, 5, 2.5)
    ctx.fill()
  })
}

/** Two badges on woven lanyards. */
export function lanyards(ctx: Ctx, palette: Palette): void {
  webbing(ctx, 'M196 236C110 120 190 36 260 66C322 92 300 180 246 240', 15, palette.main)
  webbing(ctx, 'M398 274C340 150 420 60 486 100C540 132 500 220 446 276', 15, palette.accent)
  for (const [x, y] of [
    [222, 240],
    [422, 278],
  ] as const) {
    tube(ctx, (path) => path.arc(x, y + 6, 9, 0, Math.PI * 2), 4, metal(steel, 0.6))
  }
  badge(ctx, upright(224, 332, 0.1, above), palette)
  badge(ctx, upright(426, 368, -0.1, above), { ...palette, main: palette.accent, accent: palette.main })
}
