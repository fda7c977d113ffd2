import { css, darken, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { gloss, metal } from '../drawing/material.ts'
import { type Palette, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows, soft } from '../drawing/soft.ts'
import { folds, form, inside } from '../drawing/soft-goods.ts'
import { tube } from '../drawing/tube.ts'
import { sphere, turned } from '../drawing/turned.ts'

function base(ctx: Ctx, palette: Palette, stem: number): void {
  const pose = upright(318, 408)
  shadows(ctx, [roundCast(pose, 84, 150)])
  turned(ctx, pose, '82 0, 86 3 3, 86 18 4, 70 26 4, 30 32, 0 33', gloss(mix(walnut, palette.main, 0.4), 0.4))
  turned(
    ctx,
    pose,
    [
      [16, 30],
      [16, 36, 2],
      [7, 46, 4],
      [7, 46 + stem],
    ],
    metal(palette.metal, 0.6),
  )
}

/** Light on a glossy, rounded model: a soft window and a hard glint. */
function glaze(ctx: Ctx, outline: string, x: number, y: number, size: number): void {
  inside(ctx, outline, () => {
    soft(ctx, 10, (pad) => {
      pad.beginPath()
      pad.ellipse(x, y, size, size * 1.5, 0.5, 0, Math.PI * 2)
      pad.fillStyle = 'rgba(255,255,255,0.55)'
      pad.fill()
    })
    soft(ctx, 3, (pad) => {
      pad.beginPath()
      pad.ellipse(x - size * 0.2, y - size * 0.3, size * 0.28, size * 0.6, 0.5, 0, Math.PI * 2)
      pad.fillStyle = 'rgba(255,255,255,0.8)'
      pad.fill()
    })
  })
}

/** A molar on a stand: the dentist's paperweight. */
export function tooth(ctx: Ctx, palette: Palette): void {
  base(ctx, palette, 78)
  const outline =
    'M236 138C262 112 296 132 318 136C342 132 376 112 402 138C430 168 414 216 398 252C388 290 390 356 366 358C344 358 346 296 318 294C290 296 292 358 270 358C246 356 248 290 238 252C222 216 208 168 236 138Z'
  form(ctx, outline, hex('#f3eee2'), undefined, 58)
  inside(ctx, outline, () => {
    folds(ctx, ['M262 152Q296 172 318 164Q342 172 376 152'], hex('#d8cdb8'), { width: 12, strength: 0.26 })
    const gum = ctx.createLinearGradient(0, 290, 0, 350)
    gum.addColorStop(0, css(palette.main, 0))
    gum.addColorStop(1, css(palette.main, 0.35))
    ctx.fillStyle = gum
    ctx.fillRect(220, 280, 200, 90)
  })
  glaze(ctx, outline, 266, 192, 20)
}

/** A heart with its vessels: the cardiologist's paperweight. */
export function heart(ctx: Ctx, palette: Palette): void {
  base(ctx, palette, 8)
  const flesh = hex('#b5433c')
  const vein = mix(hex('#4a6a8c'), palette.main, 0.35)
  tube(ctx, 'M286 196C280 150 268 130 246 118', 28, gloss(vein, 0.6))
  tube(ctx, 'M312 196C300 130 330 92 372 104C402 114 404 144 400 164', 34, gloss(hex('#c4574a'), 0.6))
  tube(ctx, 'M334 112L340 82M362 104L372 76', 15, gloss(hex('#c4574a'), 0.6))
  tube(ctx, 'M366 206C398 186 424 186 442 178', 22, gloss(vein, 0.6))
  const outline =
    'M248 192C276 160 318 172 340 178C384 170 420 200 420 244C420 306 360 346 326 372C300 358 236 318 226 260C222 232 230 208 248 192Z'
  form(ctx, outline, flesh, undefined, 64)
  inside(ctx, outline, () => {
    folds(ctx, ['M330 184C316 232 322 300 328 368'], flesh, { width: 10, strength: 0.5 })
    tube(
      ctx,
      'M332 186C346 230 350 260 338 318M348 238C372 250 384 272 380 300M342 274C322 286 306 300 300 322',
      5,
      gloss(hex('#e0a45a'), 0.5),
    )
    tube(ctx, 'M262 204C270 240 268 268 284 296', 5, gloss(vein, 0.5))
  })
  glaze(ctx, outline, 268, 226, 18)
}

/** An eye in its stand: the ophthalmologist's paperweight. */
export function eye(ctx: Ctx, palette: Palette): void {
  base(ctx, palette, 40)
  tube(ctx, 'M211 220C211 362 425 362 425 220', 12, metal(palette.metal, 0.6))
  const [x, y, r] = [318, 224, 98]
  turned(ctx, { x, y, yaw: 0, pitch: 0.2, roll: 0 }, sphere(r), gloss(hex('#f4efe6'), 0.8))
  const ball = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`
  inside(ctx, ball, () => {
    tube(
      ctx,
      'M412 196C396 200 386 192 374 202M410 246C394 240 386 252 372 246M226 190C240 200 244 188 258 198M228 262C240 252 250 262 262 250',
      2.2,
      gloss(hex('#c9584a'), 0.2),
    )
    const shade = ctx.createRadialGradient(x - 36, y - 40, 20, x, y, r * 1.05)
    shade.addColorStop(0, 'rgba(255,255,255,0)')
    shade.addColorStop(0.6, 'rgba(80,40,50,0)')
    shade.addColorStop(1, 'rgba(60,24,44,0.45)')
    ctx.fillStyle = shade
    ctx.fillRect(x - r, y - r, r * 2, r * 2)
  })
  iris(ctx, x - 8, y + 2, 46, palette.main)
}

function iris(ctx: Ctx, x: number, y: number, r: number, paint: Paint): void {
  const ring = ctx.createRadialGradient(x, y, 6, x, y, r)
  ring.addColorStop(0, css(lighten(paint, 0.45)))
  ring.addColorStop(0.6, css(lighten(paint, 0.1)))
  ring.addColorStop(0.9, css(darken(paint, 0.3)))
  ring.addColorStop(1, css(darken(paint, 0.75)))
  ctx.beginPath()
  ctx.arc(x, y, r, 0, Math.PI * 2)
  ctx.fillStyle = ring
  ctx.fill()
  ctx.strokeStyle = css(lighten(paint, 0.7), 0.35)
  ctx.lineWidth = 1
  ctx.beginPath()
  for (let ray = 0; ray < 40; ray += 1) {
    const angle = (ray / 40) * Math.PI * 2
    ctx.moveTo(x + Math.cos(angle) * r * 0.42, y + Math.sin(angle) * r * 0.42)
    ctx.lineTo(x + Math.cos(angle) * r * 0.9, y + Math.sin(angle) * r * 0.9)
  }
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(x, y, r * 0.44, 0, Math.PI * 2)
  ctx.fillStyle = '#17121c'
  ctx.fill()
  ctx.beginPath()
  ctx.ellipse(x - r * 0.34, y - r * 0.4, r * 0.2, r * 0.28, 0.5, 0, Math.PI * 2)
  ctx.fillStyle = 'rgba(255,255,255,0.9)'
  ctx.fill()
}

/** A column of vertebrae on a rod: the orthopaedist's paperweight. */
export function spine(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 408)
  shadows(ctx, [roundCast(pose, 84, 220)])
  turned(ctx, pose, '82 0, 86 3 3, 86 18 4, 70 26 4, 30 32, 0 33', gloss(mix(walnut, palette.main, 0.4), 0.4))
  tube(ctx, 'M318 376L318 86', 9, metal(palette.metal, 0.6))
  const bone = gloss(hex('#efe4cd'), 0.45)
  for (let level = 0; level < 6; level += 1) {
    const size = 1 - level * 0.055
    const x = 318 + Math.sin(level * 0.75) * 11
    const y = 366 - level * 48
    for (const side of [-1, 1]) {
      tube(
        ctx,
        `M${x + side * 34 * size} ${y - 14}Q${x + side * 62 * size} ${y - 24} ${x + side * 78 * size} ${y - 10}`,
        15 * size,
        bone,
      )
    }
    turned(
      ctx,
      upright(x, y),
      [
        [38 * size, 0],
        [43 * size, 3, 3],
        [36 * size, 14, 8],
        [43 * size, 26, 3],
        [38 * size, 29, 2],
      ],
      bone,
    )
    turned(
      ctx,
      upright(x, y - 27),
      [
        [37 * size, 0],
        [40 * size, 4, 4],
        [37 * size, 9, 3],
      ],
      gloss(palette.main, 0.5),
    )
  }
}

/** A brain: the neurologist's paperweight. */
export function brain(ctx: Ctx, palette: Palette): void {
  base(ctx, palette, 26)
  const flesh = hex('#d9a49a')
  tube(ctx, 'M330 290C336 316 326 336 320 356', 24, gloss(darken(flesh, 0.15), 0.4))
  form(ctx, 'M356 262C398 252 432 262 430 288C424 318 366 322 344 300Z', darken(flesh, 0.12), undefined, 22)
  const outline =
    'M210 236C196 200 216 160 252 152C276 122 330 118 352 132C396 124 436 154 438 192C454 222 440 262 408 270C376 288 330 282 306 286C270 296 222 284 210 236Z'
  form(ctx, outline, flesh, undefined, 60)
  inside(ctx, outline, () => {
    folds(
      ctx,
      [
        'M222 236C244 226 250 204 238 188M238 188C226 176 240 164 258 170',
        'M262 280C258 258 274 246 296 254C316 260 330 248 322 232',
        'M274 148C264 170 280 188 300 180C322 172 328 190 318 206C306 222 282 212 272 224',
        'M344 140C336 160 352 172 368 164C388 156 398 172 388 188',
        'M352 276C346 256 360 244 380 250C398 256 414 246 406 228',
        'M340 212C356 200 372 206 378 220M404 168C420 176 426 196 418 212',
        'M300 140C312 152 326 150 334 138M244 256C256 246 262 236 258 224',
      ],
      flesh,
      { width: 8, strength: 0.75 },
    )
  })
  glaze(ctx, outline, 262, 186, 16)
}
