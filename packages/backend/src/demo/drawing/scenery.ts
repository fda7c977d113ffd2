import { css, darken, lighten } from './colour.ts'
import { frame } from './frame.ts'
import type { Palette } from './palette.ts'
import type { Ctx } from './pose.ts'
import { soft } from './soft.ts'

/** An arched niche in the wall. */
export function arch(ctx: Ctx, palette: Palette): void {
  const trace = () => {
    ctx.beginPath()
    ctx.moveTo(176, 338)
    ctx.lineTo(176, 196)
    ctx.arc(320, 196, 144, Math.PI, 0)
    ctx.lineTo(464, 338)
    ctx.closePath()
  }
  trace()
  const fill = ctx.createLinearGradient(176, 60, 464, 340)
  fill.addColorStop(0, css(darken(palette.tone, 0.1)))
  fill.addColorStop(1, css(lighten(palette.tone, 0.22)))
  ctx.fillStyle = fill
  ctx.fill()
  ctx.save()
  trace()
  ctx.clip()
  soft(ctx, 9, (pad) => {
    pad.beginPath()
    pad.moveTo(176, 350)
    pad.lineTo(176, 196)
    pad.arc(320, 196, 144, Math.PI, 0)
    pad.lineWidth = 22
    pad.strokeStyle = 'rgba(58,24,40,0.34)'
    pad.stroke()
  })
  ctx.restore()
}

/** A disc of deeper paper on the wall. */
export function disc(ctx: Ctx, palette: Palette): void {
  const fill = ctx.createLinearGradient(210, 40, 470, 350)
  fill.addColorStop(0, css(lighten(palette.tone, 0.3)))
  fill.addColorStop(1, css(darken(palette.tone, 0.04)))
  soft(ctx, 10, (pad) => {
    pad.beginPath()
    pad.arc(340, 206, 142, 0, Math.PI * 2)
    pad.fillStyle = 'rgba(58,24,40,0.22)'
    pad.fill()
  })
  ctx.beginPath()
  ctx.arc(332, 196, 144, 0, Math.PI * 2)
  ctx.fillStyle = fill
  ctx.fill()
}

/** The shadow of a palm frond that is out of the picture. */
export function leaves(ctx: Ctx, palette: Palette): void {
  soft(ctx, 5, (pad) => {
    pad.fillStyle = css(darken(palette.tone, 0.45), 0.2)
    for (const [x, y, turn, size] of [
      [664, -40, 2.5, 1],
      [520, -60, 2.05, 0.8],
    ] as const) {
      pad.save()
      pad.translate(x, y)
      pad.rotate(turn)
      pad.scale(size, size)
      for (let blade = 0; blade < 11; blade += 1) {
        for (const side of [-1, 1]) {
          const from = 20 + blade * 30
          const reach = 170 - Math.abs(blade - 4) * 13
          pad.beginPath()
          pad.moveTo(from, 0)
          pad.quadraticCurveTo(
            from + reach * 0.32,
            side * reach * 0.34,
            from + reach * 0.8,
            side * reach * 0.86,
          )
          pad.quadraticCurveTo(from + reach * 0.52, side * reach * 0.3, from + 15, 0)
          pad.fill()
        }
      }
      pad.fillRect(0, -2, 360, 4)
      pad.restore()
    }
  })
}

/** Sunlight through a window that is out of the picture. */
export function window(ctx: Ctx, palette: Palette): void {
  soft(ctx, 6, (pad) => {
    pad.fillStyle = css(lighten(palette.paper, 0.85), 0.62)
    pad.transform(1, 0.16, -0.34, 1, 150, -30)
    for (const column of [0, 1, 2]) {
      for (const row of [0, 1, 2]) pad.fillRect(118 + column * 118, 12 + row * 108, 100, 92)
    }
  })
}

/** The edge of a table, with the wall a tone deeper. */
export function table(ctx: Ctx, palette: Palette): void {
  const wall = ctx.createLinearGradient(0, 0, 0, 300)
  wall.addColorStop(0, css(lighten(palette.tone, 0.16)))
  wall.addColorStop(1, css(darken(palette.tone, 0.03)))
  ctx.fillStyle = wall
  ctx.fillRect(0, 0, frame.width, 298)
  const top = ctx.createLinearGradient(0, 298, 0, frame.height)
  top.addColorStop(0, css(lighten(palette.paper, 0.2)))
  top.addColorStop(1, css(darken(palette.paper, 0.06)))
  ctx.fillStyle = top
  ctx.fillRect(0, 298, frame.width, 182)
  soft(ctx, 5, (pad) => {
    pad.fillStyle = 'rgba(58,24,40,0.22)'
    pad.fillRect(0, 288, frame.width, 10)
  })
}

/** Two low blocks of the same paper behind the product. */
export function steps(ctx: Ctx, palette: Palette): void {
  for (const [x, y, width, share] of [
    [96, 222, 190, 0.1],
    [330, 268, 240, 0.3],
  ] as const) {
    soft(ctx, 8, (pad) => {
      pad.fillStyle = 'rgba(58,24,40,0.2)'
      pad.fillRect(x + 10, y + 12, width + 16, 330 - y)
    })
    const face = ctx.createLinearGradient(x, y, x + width, 330)
    face.addColorStop(0, css(lighten(palette.tone, share + 0.18)))
    face.addColorStop(1, css(lighten(palette.tone, share * 0.4)))
    ctx.fillStyle = css(lighten(palette.paper, 0.45))
    ctx.fillRect(x, y - 12, width, 13)
    ctx.fillStyle = face
    ctx.fillRect(x, y, width, 332 - y)
  }
}
