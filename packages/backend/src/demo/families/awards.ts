import { type Paint, css, darken, fade, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { metal } from '../drawing/material.ts'
import type { Palette } from '../drawing/palette.ts'
import { plinth } from '../drawing/plinth.ts'
import type { Ctx } from '../drawing/pose.ts'
import { form } from '../drawing/soft-goods.ts'
import { soft } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** A two-handled cup on a plinth. */
export function trophy(ctx: Ctx, palette: Palette): void {
  const top = { ...plinth(ctx, 318, 412, 150, 56, palette), yaw: 0 }
  const gold = metal(palette.metal, 0.75)
  for (const side of [-1, 1]) {
    tube(
      ctx,
      `M${318 + side * 66} ${top.y - 176}C${318 + side * 132} ${top.y - 184} ${318 + side * 128} ${top.y - 100} ${318 + side * 44} ${top.y - 96}`,
      11,
      gold,
    )
  }
  turned(ctx, top, '44 0, 48 3 2, 46 10 3, 20 20 6, 10 34 6, 9 52', gold)
  turned(ctx, top, '10 52, 16 57 3, 10 63 3', gold)
  turned(ctx, top, '12 62, 40 78 12, 66 124 20, 74 196 4, 80 203 2, 76 206 2', gold, true)
  mouth(ctx, top, 75, 205, palette.metal)
  within(ctx, top, () => print(ctx, 'sun', -14, -118, 24, darken(palette.metal, 0.45), 0.94))
}

/** A faceted crystal on a dark base. */
export function crystal(ctx: Ctx, palette: Palette): void {
  const top = plinth(ctx, 318, 414, 156, 40, palette, 0.1)
  const tint = mix(palette.main, hex('#cfe3ea'), 0.55)
  const base = top.y + 4
  const facet = (points: string, paint: Paint) => {
    form(ctx, points, paint, undefined, 4)
  }
  facet(`M262 ${base}L246 ${base - 190}L318 ${base - 262}L318 ${base + 12}Z`, fade(lighten(tint, 0.5), 0.92))
  facet(
    `M374 ${base - 2}L390 ${base - 190}L318 ${base - 262}L318 ${base + 12}Z`,
    fade(darken(tint, 0.12), 0.92),
  )
  facet(`M262 ${base}L282 ${base - 168}L318 ${base - 210}L318 ${base + 12}Z`, fade(lighten(tint, 0.75), 0.8))
  facet(
    `M374 ${base - 2}L354 ${base - 168}L318 ${base - 210}L318 ${base + 12}Z`,
    fade(lighten(tint, 0.2), 0.8),
  )
  facet(
    `M246 ${base - 190}L282 ${base - 168}L318 ${base - 210}L318 ${base - 262}Z`,
    fade(lighten(tint, 0.9), 0.9),
  )
  facet(
    `M390 ${base - 190}L354 ${base - 168}L318 ${base - 210}L318 ${base - 262}Z`,
    fade(darken(tint, 0.3), 0.85),
  )
  ctx.strokeStyle = 'rgba(255,255,255,0.75)'
  ctx.lineWidth = 1.3
  ctx.beginPath()
  ctx.moveTo(246, base - 190)
  ctx.lineTo(282, base - 168)
  ctx.lineTo(318, base - 210)
  ctx.lineTo(354, base - 168)
  ctx.lineTo(390, base - 190)
  ctx.moveTo(318, base - 262)
  ctx.lineTo(318, base - 210)
  ctx.moveTo(282, base - 168)
  ctx.lineTo(262, base)
  ctx.stroke()
  print(ctx, 'lotus', 318, base - 120, 26, fade(lighten(palette.pale, 0.6), 0.95))
  ctx.fillStyle = 'rgba(255,255,255,0.75)'
  ctx.fillRect(290, base - 72, 56, 3)
  ctx.fillRect(298, base - 60, 40, 3)
  soft(ctx, 4, (pad) => {
    pad.fillStyle = 'rgba(255,255,255,0.7)'
    pad.beginPath()
    pad.moveTo(272, base - 30)
    pad.lineTo(286, base - 150)
    pad.lineTo(296, base - 160)
    pad.lineTo(286, base - 30)
    pad.fill()
  })
}

/** A star in metal on a tall stem. */
export function star(ctx: Ctx, palette: Palette): void {
  const top = { ...plinth(ctx, 318, 414, 140, 50, palette, 0.16), yaw: 0 }
  turned(ctx, top, '34 0, 36 3 2, 14 16 6, 8 40 6, 7 128', metal(palette.metal, 0.6))
  const [x, y] = [318, top.y - 160]
  const point = (index: number, radius: number): readonly [number, number] => {
    const angle = (index / 10) * Math.PI * 2 - Math.PI / 2
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  }
  const gold = metal(palette.metal, 0.3)
  for (let index = 0; index < 10; index += 1) {
    const [a, b] = [point(index, index % 2 ? 48 : 116), point(index + 1, index % 2 ? 116 : 48)]
    const angle = ((index + 0.5) / 10) * Math.PI * 2 - Math.PI / 2
    const lean = index % 2 ? 0.42 : -0.42
    const [nx, ny] = [Math.cos(angle + lean * 2) * 0.62, -Math.sin(angle + lean * 2) * 0.62]
    const paint = gold(nx, ny, 0.78)
    const fill = ctx.createLinearGradient(x, y, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    fill.addColorStop(0, css(lighten(paint, 0.2)))
    fill.addColorStop(1, css(darken(paint, 0.12)))
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(...a)
    ctx.lineTo(...b)
    ctx.closePath()
    ctx.fillStyle = fill
    ctx.fill()
  }
}
