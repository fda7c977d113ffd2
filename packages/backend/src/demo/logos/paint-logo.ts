import { createCanvas, type Canvas, Path2D } from '@napi-rs/canvas'
import { hex } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import type { ClientLogo } from './client-logos.ts'
import { setWord } from './letters.ts'

/** The size of a logo's picture; its ground is see-through. */
export const logoSize = { width: 480, height: 160 } as const

/** Paints a word mark in the middle of its picture. */
export function paintLogo(logo: ClientLogo): Canvas {
  const canvas = createCanvas(logoSize.width, logoSize.height)
  const ctx = canvas.getContext('2d')
  const { paths, width } = setWord(logo.word, logo.spacing + logo.weight)
  const lead = logo.layout === 'beside' ? (logo.mark === 'leaf' ? 112 : 150) : 0
  const room = logo.layout === 'framed' ? 380 : 440
  const scale = Math.min(logo.layout === 'over' ? 0.42 : 0.5, room / (width + lead))
  ctx.translate((logoSize.width - (width + lead) * scale) / 2, (logoSize.height - 100 * scale) / 2)
  ctx.scale(scale, scale)
  const paint = hex(logo.colour)
  ctx.strokeStyle = logo.colour
  ctx.lineWidth = logo.weight
  ctx.lineJoin = 'round'
  ctx.lineCap = logo.weight > 14 ? 'butt' : 'round'
  if (logo.layout === 'beside')
    print(
      ctx,
      logo.mark,
      logo.mark === 'leaf' ? 30 : 52,
      logo.mark === 'leaf' ? 66 : 50,
      logo.mark === 'leaf' ? 74 : 58,
      paint,
    )
  if (logo.layout === 'over') print(ctx, logo.mark, width / 2, -66, 46, paint)
  if (logo.layout === 'framed') {
    ctx.strokeRect(-44, -52, width + 88, 204)
    ctx.clearRect(width / 2 - 44, -66, 88, 28)
    print(ctx, logo.mark, width / 2, -52, 30, paint)
  }
  if (logo.layout === 'over') ctx.translate(0, 24)
  for (const [path, x] of paths) {
    ctx.save()
    ctx.translate(lead + x, 0)
    ctx.stroke(new Path2D(path))
    ctx.restore()
  }
  return canvas
}
