import { type CanvasPattern, createCanvas, type Path2D } from '@napi-rs/canvas'
import type { Ctx } from './pose.ts'

/** Surfaces that are more than a colour. Each is a see-through tile of darks and lights. */
export type Texture = 'linen' | 'grain' | 'wood' | 'jute' | 'felt' | 'kraft' | 'twill' | 'knit'

const patterns = new Map<Texture, CanvasPattern>()

/** A number from 0 to 1 that depends on its input alone. */
function noise(seed: number): number {
  const value = Math.sin(seed * 127.1 + 11.7) * 43758.5453
  return value - Math.floor(value)
}

const makers: Record<Texture, (ctx: Ctx, size: number) => void> = {
  linen: (ctx, size) => {
    for (let line = 0; line < size; line += 2) {
      stroke(ctx, 0, line, size, line, line, 0.1)
      stroke(ctx, line, 0, line, size, line + 500, 0.08)
    }
  },
  twill: (ctx, size) => {
    for (let line = -size; line < size; line += 3) {
      stroke(ctx, line, 0, line + size, size, line, 0.13)
    }
  },
  jute: (ctx, size) => {
    for (let y = 0; y < size; y += 4) {
      for (let x = 0; x < size; x += 4) {
        const over = (x / 4 + y / 4) % 2 === 0
        const tone = noise(x * 3 + y * 17)
        ctx.fillStyle = over
          ? `rgba(255,246,224,${0.1 + tone * 0.14})`
          : `rgba(70,38,20,${0.1 + tone * 0.12})`
        ctx.fillRect(x, y, over ? 4 : 3, over ? 3 : 4)
      }
    }
  },
  grain: (ctx, size) => {
    for (let spot = 0; spot < size * 9; spot += 1) {
      const [x, y] = [noise(spot) * size, noise(spot + 0.5) * size]
      const light = noise(spot * 1.7) > 0.5
      ctx.fillStyle = light ? 'rgba(255,246,230,0.1)' : 'rgba(20,6,16,0.13)'
      ctx.beginPath()
      ctx.ellipse(x, y, 1 + noise(spot * 2.3), 0.9, noise(spot * 3.1) * 3, 0, Math.PI * 2)
      ctx.fill()
    }
  },
  felt: (ctx, size) => {
    for (let hair = 0; hair < size * 10; hair += 1) {
      const [x, y, turn] = [noise(hair) * size, noise(hair + 0.4) * size, noise(hair * 1.3) * 6.3]
      const length = 3 + noise(hair * 2.1) * 4
      stroke(ctx, x, y, x + Math.cos(turn) * length, y + Math.sin(turn) * length, hair, 0.11)
    }
  },
  kraft: (ctx, size) => {
    for (let fleck = 0; fleck < size * 3; fleck += 1) {
      const [x, y] = [noise(fleck) * size, noise(fleck + 0.3) * size]
      stroke(ctx, x, y, x + 2 + noise(fleck * 1.9) * 3, y + noise(fleck * 2.7) - 0.5, fleck, 0.13)
    }
  },
  knit: (ctx, size) => {
    for (let y = 0; y < size; y += 6) {
      for (let x = 0; x < size; x += 8) {
        ctx.lineWidth = 2.2
        ctx.strokeStyle = 'rgba(30,12,26,0.16)'
        ctx.beginPath()
        ctx.moveTo(x, y)
        ctx.lineTo(x + 4, y + 5)
        ctx.lineTo(x + 8, y)
        ctx.stroke()
        ctx.lineWidth = 1
        ctx.strokeStyle = 'rgba(255,248,232,0.2)'
        ctx.beginPath()
        ctx.moveTo(x, y - 1.6)
        ctx.lineTo(x + 4, y + 3.4)
        ctx.lineTo(x + 8, y - 1.6)
        ctx.stroke()
      }
    }
  },
  wood: (ctx, size) => {
    for (let line = 0; line < size; line += 1) {
      const [weight, sway] = [noise(line * 1.37), 3 + noise(line * 0.7) * 5]
      ctx.strokeStyle =
        weight > 0.55 ? `rgba(44,18,8,${(weight - 0.5) * 0.42})` : `rgba(255,232,196,${weight * 0.2})`
      ctx.lineWidth = 0.6 + noise(line * 2.9) * 1.5
      ctx.beginPath()
      const y = noise(line * 3.3) * size
      ctx.moveTo(0, y)
      ctx.bezierCurveTo(size * 0.3, y + sway, size * 0.6, y - sway, size, y)
      ctx.stroke()
    }
  },
}

function stroke(
  ctx: Ctx,
  x: number,
  y: number,
  toX: number,
  toY: number,
  seed: number,
  strength: number,
): void {
  const tone = noise(seed * 1.1)
  ctx.strokeStyle =
    tone > 0.5 ? `rgba(255,248,232,${tone * strength})` : `rgba(34,14,26,${(1 - tone) * strength})`
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(toX, toY)
  ctx.stroke()
}

function patternOf(ctx: Ctx, kind: Texture): CanvasPattern {
  const known = patterns.get(kind)
  if (known) return known
  const tile = createCanvas(192, 192)
  makers[kind](tile.getContext('2d'), 192)
  const pattern = ctx.createPattern(tile, 'repeat')
  patterns.set(kind, pattern)
  return pattern
}

/** Lays a texture over a path (the current one when none is given), in the current frame. */
export function texture(ctx: Ctx, kind: Texture, strength = 1, path?: Path2D): void {
  const pattern = patternOf(ctx, kind)
  ctx.save()
  ctx.globalAlpha *= strength
  ctx.fillStyle = pattern
  if (path) ctx.fill(path)
  else ctx.fill()
  ctx.restore()
}
