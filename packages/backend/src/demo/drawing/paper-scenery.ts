import { type Paint, css, darken, lighten } from './colour.ts'
import { frame } from './frame.ts'
import type { Palette } from './palette.ts'
import type { Ctx } from './pose.ts'
import { shape } from './shape.ts'
import { soft } from './soft.ts'

/** A wall of soft upright flutes. */
export function flutes(ctx: Ctx, palette: Palette): void {
  const width = 28
  for (let x = 0; x < frame.width; x += width) {
    const flute = ctx.createLinearGradient(x, 0, x + width, 0)
    flute.addColorStop(0, css(darken(palette.tone, 0.1), 0.75))
    flute.addColorStop(0.3, css(lighten(palette.tone, 0.4), 0.75))
    flute.addColorStop(0.8, css(palette.tone, 0.75))
    flute.addColorStop(1, css(darken(palette.tone, 0.14), 0.75))
    ctx.fillStyle = flute
    ctx.fillRect(x, 0, width, 306)
  }
  const fall = ctx.createLinearGradient(0, 0, 0, 306)
  fall.addColorStop(0, css(palette.paper, 0.5))
  fall.addColorStop(0.7, css(palette.paper, 0))
  ctx.fillStyle = fall
  ctx.fillRect(0, 0, frame.width, 306)
  soft(ctx, 6, (pad) => {
    pad.fillStyle = 'rgba(58,24,40,0.2)'
    pad.fillRect(0, 300, frame.width, 14)
  })
}

/** Cut paper in layers, like hills in the distance. */
export function hills(ctx: Ctx, palette: Palette): void {
  layer(
    ctx,
    'M0 250C120 150 250 190 340 232C450 284 560 170 640 190L640 480L0 480Z',
    lighten(palette.tone, 0.3),
  )
  layer(
    ctx,
    'M0 330C100 250 210 262 320 304C440 350 540 268 640 262L640 480L0 480Z',
    lighten(palette.tone, 0.08),
  )
  layer(ctx, 'M-10 352C160 312 430 316 650 348L650 490L-10 490Z', lighten(palette.paper, 0.12))
}

function layer(ctx: Ctx, outline: string, paint: Paint): void {
  const path = shape(outline)
  soft(ctx, 8, (pad) => {
    pad.translate(0, -3)
    pad.fillStyle = 'rgba(58,24,40,0.26)'
    pad.fill(path)
  })
  const fill = ctx.createLinearGradient(0, 180, frame.width, 480)
  fill.addColorStop(0, css(lighten(paint, 0.16)))
  fill.addColorStop(1, css(darken(paint, 0.03)))
  ctx.fillStyle = fill
  ctx.fill(path)
}

/** Two papers that meet in a slanting line, seen from above. */
export function split(ctx: Ctx, palette: Palette): void {
  layer(ctx, 'M372 -20L660 -20L660 500L214 500Z', lighten(palette.tone, 0.1))
}

/** A sheet of deeper paper under the product, seen from above. */
export function mat(ctx: Ctx, palette: Palette): void {
  layer(ctx, 'M92 104L520 44L566 372L138 432Z', lighten(palette.tone, 0.12))
}
