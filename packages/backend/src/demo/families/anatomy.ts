import { css, darken, hex, mix } from '../drawing/colour.ts'
import { gloss } from '../drawing/material.ts'
import { modelStand } from '../drawing/model-stand.ts'
import type { Palette } from '../drawing/palette.ts'
import type { Ctx } from '../drawing/pose.ts'
import { folds, form, inside } from '../drawing/soft-goods.ts'
import { soft } from '../drawing/soft.ts'
import { tube } from '../drawing/tube.ts'

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
  modelStand(ctx, palette, 78)
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
  modelStand(ctx, palette, 8)
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

/** A brain: the neurologist's paperweight. */
export function brain(ctx: Ctx, palette: Palette): void {
  modelStand(ctx, palette, 26)
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
      { width: 7, strength: 0.55 },
    )
  })
  glaze(ctx, outline, 262, 186, 16)
}
