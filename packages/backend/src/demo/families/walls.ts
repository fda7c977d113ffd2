import { moved } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, oak, steel, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows, soft } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** A wall clock with a wooden rim. */
export function wallClock(ctx: Ctx, palette: Palette): void {
  const [x, y, r] = [318, 240, 158]
  soft(ctx, 14, (pad) => {
    pad.beginPath()
    pad.arc(x + 16, y + 20, r, 0, Math.PI * 2)
    pad.fillStyle = 'rgba(44,20,38,0.42)'
    pad.fill()
  })
  const wood = gloss(walnut, 0.4)
  const rim = ctx.createConicGradient(-2.4, x, y)
  for (let step = 0; step <= 16; step += 1) {
    const angle = (step / 16) * Math.PI * 2 - 2.4
    rim.addColorStop(step / 16, css(wood(Math.cos(angle) * 0.6, -Math.sin(angle) * 0.6, 0.8)))
  }
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = rim
  ctx.fill()
  const face = ctx.createRadialGradient(x - 60, y - 70, 4, x, y, r * 1.1)
  face.addColorStop(0, css(lighten(palette.main, 0.22)))
  face.addColorStop(1, css(darken(palette.main, 0.16)))
  ctx.beginPath()
  ctx.arc(x, y, r - 17, 0, Math.PI * 2)
  ctx.fillStyle = face
  ctx.fill()
  ctx.save()
  ctx.clip()
  soft(ctx, 6, (pad) => {
    pad.beginPath()
    pad.arc(x + 6, y + 8, r - 12, 0, Math.PI * 2)
    pad.lineWidth = 18
    pad.strokeStyle = 'rgba(24,8,22,0.42)'
    pad.stroke()
  })
  ctx.restore()
  hands(ctx, x, y, r - 17, palette)
}

function hands(ctx: Ctx, x: number, y: number, r: number, palette: Palette): void {
  const marks: Paint = lighten(palette.pale, 0.1)
  ctx.save()
  ctx.translate(x, y)
  for (let hour = 0; hour < 12; hour += 1) {
    ctx.save()
    ctx.rotate((hour / 12) * Math.PI * 2)
    if (hour % 3 === 0) print(ctx, 'petals', 0, -r + 22, 11, lighten(palette.metal, 0.35))
    else {
      ctx.fillStyle = css(marks)
      ctx.fillRect(-1.8, -r + 12, 3.6, 18)
    }
    ctx.restore()
  }
  for (const [angle, length, width, paint] of [
    [-1.08, r * 0.5, 8, marks],
    [0.98, r * 0.74, 5.4, marks],
    [3.4, r * 0.7, 1.8, lighten(palette.metal, 0.35)],
  ] as const) {
    ctx.save()
    ctx.rotate(angle)
    ctx.fillStyle = 'rgba(20,6,18,0.3)'
    ctx.beginPath()
    ctx.roundRect(-width / 2 + 3, -length + 3, width, length + 18, width / 2)
    ctx.fill()
    ctx.fillStyle = css(paint)
    ctx.beginPath()
    ctx.roundRect(-width / 2, -length, width, length + 18, width / 2)
    ctx.fill()
    ctx.restore()
  }
  ctx.beginPath()
  ctx.arc(0, 0, 8, 0, Math.PI * 2)
  ctx.fillStyle = css(palette.metal)
  ctx.fill()
  ctx.restore()
}

/** A singing bowl on its cushion, with its mallet. */
export function singingBowl(ctx: Ctx, palette: Palette): void {
  const pose = upright(306, 400)
  shadows(ctx, [roundCast(pose, 116, 90)])
  turned(ctx, pose, '96 0, 116 16 16, 112 40 16, 70 50 6, 0 50', matte(palette.main))
  const bowl = moved(pose, [0, 0, 44])
  turned(ctx, bowl, '44 0, 66 6 8, 104 46 26, 108 92 4, 111 95 2, 108 98 2', metal(palette.metal, 0.5), true)
  mouth(ctx, bowl, 107, 97, palette.metal)
  within(ctx, bowl, () => {
    for (let step = -4; step <= 4; step += 1) {
      const angle = step * 0.3
      print(
        ctx,
        'petals',
        Math.sin(angle) * 104,
        -58 + Math.cos(angle) * 36,
        9,
        darken(palette.metal, 0.5),
        Math.max(0.3, Math.cos(angle)),
      )
    }
  })
  tube(ctx, 'M430 412L540 356', 15, gloss(oak, 0.3))
  tube(ctx, 'M430 412L468 392', 19, matte(palette.accent))
}

/** A round steel spice box with seven bowls, open. */
export function spiceBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 372, 0, 0.72)
  const lid = upright(452, 330, 0, 0.72)
  const shine = metal(steel, 0.5)
  shadows(ctx, [roundCast(lid, 130, 20), roundCast(pose, 150, 60)])
  turned(ctx, lid, '126 0, 132 4 3, 132 16 4, 120 22 4, 0 24', gloss(palette.main, 0.5))
  turned(ctx, lid, '16 22, 18 26 2, 14 36 4, 0 38', metal(palette.metal, 0.6))
  shadows(ctx, [roundCast(pose, 150, 60)], 0.8)
  turned(ctx, pose, '142 0, 150 5 5, 150 62 2, 153 66 2, 146 68', shine, true)
  mouth(ctx, pose, 146, 67, steel, { paint: lighten(steel, 0.2), depth: 40 })
  const spices = ['#d9a21f', '#b5331f', '#7a4a22', '#8f9a3a', '#e8dcc0', '#c9772a', '#3f2a1c']
  const order = spices.map((paint, index) => {
    const angle = (index / 6) * Math.PI * 2 + 0.5
    return { paint, x: index === 6 ? 0 : Math.cos(angle) * 92, y: index === 6 ? 0 : Math.sin(angle) * 92 }
  })
  for (const { paint, x, y } of order.toSorted((a, b) => b.y - a.y)) {
    const at = moved(pose, [x, y, 24])
    turned(ctx, at, '38 0, 42 3 3, 44 36 1, 42 38', shine, true)
    mouth(ctx, at, 42, 38, steel, { paint: hex(paint), depth: 6 })
  }
}
