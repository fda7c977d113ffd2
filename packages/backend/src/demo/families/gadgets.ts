import { box, moved, onTop, panel } from '../drawing/box.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { profile } from '../drawing/outline.ts'
import { type Palette, ink, oak, steel } from '../drawing/palette.ts'
import { rectangle } from '../drawing/plan.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { solid, within } from '../drawing/solid.ts'
import { texture } from '../drawing/texture.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

const black: Paint = hex('#2c2a31')

/** A slim power bank with its cable. */
export function powerBank(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 274, 0.5, 0.9)
  const plan = rectangle(170, 300, 26)
  shadows(ctx, [{ pose, plan, offset: 0, height: 50 }])
  tube(ctx, 'M352 190C430 120 560 170 516 270C492 322 540 352 520 384', 7, matte(darken(palette.accent, 0.1)))
  const plug = { x: 520, y: 380, yaw: 0, pitch: 0.1, roll: Math.PI + 0.2 }
  turned(ctx, plug, '6 0, 9 2 2, 9 26 2, 8 27', matte(black))
  turned(ctx, plug, '5 27, 5 40', metal(steel, 0.5))
  solid(ctx, pose, plan, profile('-8 0, 0 8 6, 0 20 6, -9 28'), gloss(palette.main, 0.45))
  onTop(ctx, pose, 28, () => {
    deboss(ctx, 'rings', 0, 40, 24, palette.main)
    for (let light = 0; light < 4; light += 1) {
      ctx.beginPath()
      ctx.arc(-21 + light * 14, -112, 3.4, 0, Math.PI * 2)
      ctx.fillStyle = light < 3 ? css(lighten(palette.accent, 0.3)) : css(darken(palette.main, 0.4))
      ctx.fill()
    }
  })
}

/** A round wireless charger with a phone's glow ring. */
export function charger(ctx: Ctx, palette: Palette): void {
  const pose = upright(300, 330, 0, 0.7)
  shadows(ctx, [roundCast(pose, 150, 40)])
  tube(ctx, 'M440 350C520 362 560 330 610 372', 7, matte(darken(palette.main, 0.4)))
  turned(ctx, pose, '142 0, 150 4 4, 150 16 4, 144 21 2', metal(palette.metal, 0.35))
  turned(ctx, pose, '144 20, 140 24 2, 0 24', matte(palette.main))
  within(ctx, pose, () => {
    const top = -24 * Math.cos(pose.pitch)
    ctx.save()
    ctx.translate(0, top)
    ctx.scale(1, Math.sin(pose.pitch))
    ctx.beginPath()
    ctx.arc(0, 0, 138, 0, Math.PI * 2)
    texture(ctx, 'felt', 0.9)
    ctx.beginPath()
    ctx.arc(0, 0, 66, 0, Math.PI * 2)
    ctx.strokeStyle = css(lighten(palette.main, 0.3), 0.7)
    ctx.lineWidth = 2.4
    ctx.stroke()
    deboss(ctx, 'sun', 0, 0, 36, palette.main)
    ctx.restore()
  })
}

/** A wooden flash drive in its little box. */
export function flashDrive(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 300, 0.3, 0.85)
  shadows(ctx, [boxCast(pose, 320, 180, 40)])
  box(ctx, pose, { width: 320, depth: 180, height: 40 }, gloss(darken(palette.main, 0.1), 0.2), {
    corner: 8,
    edge: 3,
  })
  onTop(ctx, pose, 40, () => {
    panel(ctx, -146, -76, 292, 152, lighten(palette.pale, 0.1), 6)
    ctx.beginPath()
    ctx.roundRect(-146, -76, 292, 152, 6)
    texture(ctx, 'felt', 0.7)
  })
  const drive = moved(pose, [-26, 0, 40])
  shadows(ctx, [boxCast(drive, 150, 56, 16)], 0.8)
  box(ctx, moved(drive, [98, 0, 4]), { width: 52, depth: 34, height: 10 }, metal(steel, 0.3), {
    corner: 2,
    shade: 0,
  })
  box(ctx, drive, { width: 150, depth: 56, height: 18 }, gloss(oak, 0.25), { corner: 12, edge: 5, shade: 0 })
  onTop(ctx, drive, 18, () => {
    ctx.beginPath()
    ctx.roundRect(-74, -27, 148, 54, 11)
    texture(ctx, 'wood', 0.9)
    print(ctx, 'leaf', 0, 2, 15, darken(oak, 0.62))
    ctx.beginPath()
    ctx.arc(-60, 0, 5, 0, Math.PI * 2)
    ctx.fillStyle = css(darken(oak, 0.75))
    ctx.fill()
  })
}

/** A wireless keyboard and mouse. */
export function keyboard(ctx: Ctx, palette: Palette): void {
  const pose = upright(292, 282, 0.14, 0.86)
  shadows(ctx, [boxCast(pose, 400, 170, 20)])
  box(ctx, pose, { width: 400, depth: 170, height: 13 }, gloss(palette.main, 0.35), {
    corner: 14,
    edge: 4,
    shade: 0,
  })
  onTop(ctx, pose, 13, () => {
    for (let row = 0; row < 5; row += 1) {
      const wide = row === 4
      const keys = wide ? [40, 40, 170, 40, 40] : Array.from({ length: 12 }, () => 26)
      let x = -188
      for (const width of keys) {
        const key = mix(palette.pale, palette.main, row === 0 && x < -160 ? 0.5 : 0)
        ctx.fillStyle = css(darken(palette.main, 0.5))
        ctx.beginPath()
        ctx.roundRect(x + 1, -73 + row * 30, width, 26, 5)
        ctx.fill()
        panel(ctx, x, -75 + row * 30, width, 25, row === 2 && x > 150 ? palette.accent : key, 5)
        x += width + (wide ? 8 : 5.4)
      }
    }
  })
  const mouse = upright(540, 330, 0.14, 0.86)
  const plan = rectangle(70, 112, 33)
  shadows(ctx, [{ pose: mouse, plan, offset: 0, height: 30 }])
  solid(ctx, mouse, plan, profile('0 0, 0 10 4, -6 24 8, -22 31 8, -32 33'), gloss(palette.main, 0.5))
  onTop(ctx, mouse, 29, () => {
    ctx.fillStyle = css(lighten(palette.accent, 0.1))
    ctx.beginPath()
    ctx.roundRect(-4, -38, 8, 20, 4)
    ctx.fill()
  })
}

/** A smart band laid flat, its face lit. */
export function smartBand(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 258, 0.62, 1)
  shadows(ctx, [boxCast(pose, 60, 400, 12), boxCast(pose, 104, 116, 40)])
  const strap = matte(palette.main)
  box(ctx, pose, { width: 60, depth: 400, height: 9 }, strap, { corner: 28, edge: 4, shade: 0 })
  onTop(ctx, pose, 9, () => {
    for (let hole = 0; hole < 7; hole += 1) {
      ctx.beginPath()
      ctx.roundRect(-7, 96 + hole * 13, 14, 6, 3)
      ctx.fillStyle = css(darken(palette.main, 0.6))
      ctx.fill()
    }
    panel(ctx, -30, -176, 60, 18, lighten(palette.main, 0.08), 4)
    ctx.beginPath()
    ctx.arc(0, -148, 6, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(palette.metal, 0.3))
    ctx.fill()
  })
  const face = mix(steel, palette.metal, 0.4)
  box(ctx, pose, { width: 104, depth: 118, height: 26 }, metal(face, 0.4), { corner: 30, edge: 9, shade: 0 })
  box(ctx, moved(pose, [55, 12, 8]), { width: 8, depth: 24, height: 11 }, metal(face, 0.6), {
    corner: 3,
    shade: 0,
  })
  onTop(ctx, pose, 26, () => {
    panel(ctx, -44, -51, 88, 102, mix(ink, black, 0.6), 24)
    ctx.lineCap = 'round'
    for (const [radius, share, paint] of [
      [30, 0.8, palette.accent],
      [22, 0.62, lighten(palette.main, 0.4)],
      [14, 0.46, palette.pale],
    ] as const) {
      ctx.beginPath()
      ctx.arc(0, -8, radius, -1.57, -1.57 + Math.PI * 2 * share)
      ctx.lineWidth = 5
      ctx.strokeStyle = css(paint)
      ctx.stroke()
    }
    ctx.fillStyle = css(palette.pale, 0.8)
    ctx.fillRect(-18, 33, 36, 4)
    const shine = ctx.createLinearGradient(-44, -50, 20, 40)
    shine.addColorStop(0, 'rgba(255,255,255,0.24)')
    shine.addColorStop(0.5, 'rgba(255,255,255,0)')
    ctx.fillStyle = shine
    ctx.fillRect(-44, -51, 88, 102)
  })
}
