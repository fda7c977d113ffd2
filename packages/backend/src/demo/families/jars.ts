import { box, moved, onFront, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { jar } from '../drawing/jar.ts'
import { print } from '../drawing/mark.ts'
import { glass, gloss, matte } from '../drawing/material.ts'
import { type Palette, ivory, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { turned } from '../drawing/turned.ts'

/** Three jars of honey and preserves on a small rack. */
export function jarTrio(ctx: Ctx, palette: Palette): void {
  const rack = upright(318, 398, 0.08)
  shadows(ctx, [boxCast(rack, 360, 120, 110)])
  box(ctx, rack, { width: 360, depth: 120, height: 24 }, gloss(walnut, 0.25), { corner: 8, edge: 3 })
  onFront(ctx, rack, 120, () => {
    ctx.beginPath()
    ctx.rect(-178, -23, 356, 22)
    texture(ctx, 'wood', 0.8)
  })
  const jars: readonly (readonly [number, Paint, Paint])[] = [
    [-114, hex('#d08f22'), palette.main],
    [0, hex('#8f2f26'), mix(palette.pale, ivory, 0.4)],
    [114, hex('#b7651d'), palette.accent],
  ]
  for (const [x, content, cloth] of jars) {
    const at = moved(rack, [x, 0, 22])
    shadows(ctx, [roundCast(at, 52, 60)], 0.8)
    jar(ctx, at, 1.46, content, cloth, lighten(palette.pale, 0.35))
  }
}

/** Glass jars of dry fruit with cork stoppers. */
export function dryFruitJars(ctx: Ctx, palette: Palette): void {
  const places: readonly (readonly [number, number, Paint, number])[] = [
    [318, 372, hex('#a8763a'), 1.12],
    [214, 394, hex('#dcc798'), 0.98],
    [424, 398, hex('#93a35a'), 0.98],
  ]
  shadows(
    ctx,
    places.map(([x, y]) => roundCast(upright(x, y), 56, 140)),
  )
  for (const [x, y, paint, scale] of places) {
    const pose = upright(x, y)
    const r = 58 * scale
    within(ctx, pose, () => {
      ctx.save()
      ctx.beginPath()
      ctx.roundRect(-r + 4, -128 * scale, (r - 4) * 2, 128 * scale + r * 0.3, [10, 10, r * 0.55, r * 0.55])
      ctx.fillStyle = css(darken(paint, 0.45))
      ctx.fill()
      ctx.clip()
      for (let nut = 0; nut < 110; nut += 1) {
        const a = Math.sin(nut * 12.9898 + x) * 43758.5453
        const b = Math.sin(nut * 78.233 + x) * 12543.137
        const [px, py] = [(a - Math.floor(a) - 0.5) * r * 2.1, -128 * scale + (nut / 110) * 150 * scale]
        ctx.beginPath()
        ctx.ellipse(px, py, 11, 6.5, (b - Math.floor(b)) * 3.1, 0, Math.PI * 2)
        ctx.fillStyle = css(mix(darken(paint, 0.25), lighten(paint, 0.35), b - Math.floor(b)))
        ctx.fill()
        ctx.strokeStyle = css(darken(paint, 0.6), 0.5)
        ctx.lineWidth = 1
        ctx.stroke()
      }
      const turn = ctx.createLinearGradient(-r, 0, r, 0)
      turn.addColorStop(0, 'rgba(40,16,10,0.5)')
      turn.addColorStop(0.3, 'rgba(40,16,10,0)')
      turn.addColorStop(0.7, 'rgba(40,16,10,0.05)')
      turn.addColorStop(1, 'rgba(40,16,10,0.6)')
      ctx.fillStyle = turn
      ctx.fillRect(-r, -200, r * 2, 260)
      ctx.restore()
    })
    turned(
      ctx,
      pose,
      [
        [r * 0.9, 0],
        [r, 4, 5],
        [r, 136 * scale, 12],
        [r * 0.8, 150 * scale, 4],
        [r * 0.8, 158 * scale],
      ],
      glass(ivory, 0.08),
      true,
    )
    turned(
      ctx,
      pose,
      [
        [r * 0.82, 152 * scale],
        [r * 0.88, 156 * scale, 2],
        [r * 0.88, 178 * scale, 4],
        [0, 181 * scale],
      ],
      matte(hex('#c39a68')),
    )
    turned(
      ctx,
      pose,
      [
        [r * 0.83, 147 * scale],
        [r * 0.85, 153 * scale],
      ],
      matte(palette.main),
      true,
    )
    panel(ctx, x - 30 * scale, y - 84 * scale, 52 * scale, 40 * scale, lighten(palette.pale, 0.3), 3)
    print(ctx, 'leaf', x - 4 * scale, y - 62 * scale, 12 * scale, palette.main)
  }
}
