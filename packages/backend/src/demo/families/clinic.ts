import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, metal } from '../drawing/material.ts'
import { type Palette, steel } from '../drawing/palette.ts'
import type { Ctx, Pose } from '../drawing/pose.ts'
import { shape } from '../drawing/shape.ts'
import { folds, form, groundShadow, inside, stitch } from '../drawing/soft-goods.ts'
import { roundCast, shadows, soft } from '../drawing/soft.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

const tubing =
  'M302 296C300 360 350 408 424 392C512 372 530 282 470 244C420 214 352 252 366 306C376 342 420 348 440 330'

function coil(ctx: Ctx, dx: number, dy: number, blur: number): void {
  soft(ctx, blur, (pad) => {
    pad.translate(dx, dy)
    pad.lineWidth = 15
    pad.lineCap = 'round'
    pad.strokeStyle = 'rgba(40,18,34,0.36)'
    pad.stroke(shape(tubing))
  })
}

/** A stethoscope, coiled on the table. */
export function stethoscope(ctx: Ctx, palette: Palette): void {
  coil(ctx, 7, 9, 5)
  const rubber = gloss(palette.main, 0.4)
  const silver = metal(mix(steel, palette.metal, 0.35), 0.6)
  tube(ctx, 'M262 128C226 150 216 196 236 236C250 268 286 276 300 300', 7, silver)
  tube(ctx, 'M344 112C384 130 398 176 374 220C356 254 318 268 304 300', 7, silver)
  tube(ctx, tubing, 15, rubber)
  tube(ctx, 'M244 218C254 262 286 272 301 300C312 270 350 256 366 216', 11, rubber)
  for (const [x, y, turn] of [
    [262, 126, 0.6],
    [344, 110, -0.6],
  ] as const) {
    const bud: Pose = { x, y, yaw: 0, pitch: 0.3, roll: turn }
    turned(ctx, bud, '6 -4, 8 2 3, 9 12 4, 4 20 3, 0 21', gloss(hex('#34323a'), 0.5))
  }
  const chest: Pose = { x: 452, y: 322, yaw: 0, pitch: 0.95, roll: 0 }
  shadows(ctx, [roundCast(chest, 44, 20)])
  turned(ctx, chest, '36 0, 42 4 4, 42 16 3, 38 20 2', silver)
  turned(ctx, chest, '38 19, 35 21 1, 0 22', gloss(lighten(palette.pale, 0.3), 0.7))
  print(ctx, 'petals', 452, 309, 15, mix(palette.main, palette.pale, 0.3))
}

/** A white coat, folded, its collar up. */
export function labCoat(ctx: Ctx, palette: Palette): void {
  const cloth = hex('#f4f1ea')
  groundShadow(ctx, 184, 458, 410, 120, 18)
  const body =
    'M206 138C240 124 400 124 434 138Q450 144 452 162L458 392Q458 410 440 410L200 410Q182 410 182 392L188 162Q190 144 206 138Z'
  ctx.save()
  ctx.translate(5, 6)
  form(ctx, body, darken(cloth, 0.2), undefined, 10)
  ctx.restore()
  form(ctx, body, cloth, undefined, 30)
  inside(ctx, body, () =>
    folds(
      ctx,
      ['M200 170C216 250 208 330 200 400', 'M440 170C424 250 432 330 440 400', 'M320 246L320 410'],
      darken(cloth, 0.2),
      { width: 10, strength: 0.26 },
    ),
  )
  form(ctx, 'M276 136Q320 128 364 136L320 246Z', palette.main, 'linen', 10)
  form(ctx, 'M276 132Q262 138 262 150L316 250L324 232L290 168L306 156Z', lighten(cloth, 0.1), undefined, 9)
  form(ctx, 'M364 132Q378 138 378 150L324 250L316 232L350 168L334 156Z', cloth, undefined, 9)
  form(ctx, 'M364 250L428 248L430 318Q398 328 366 318Z', lighten(cloth, 0.05), undefined, 8)
  stitch(ctx, 'M368 254L424 252', darken(cloth, 0.3), 4)
  tube(ctx, 'M388 268L388 222', 6, gloss(palette.main, 0.6))
  tube(ctx, 'M404 268L404 228', 6, gloss(palette.accent, 0.6))
  print(ctx, 'petals', 397, 292, 12, palette.main)
  for (const y of [286, 326, 366]) {
    ctx.beginPath()
    ctx.arc(308, y, 5, 0, Math.PI * 2)
    ctx.fillStyle = css(darken(cloth, 0.22))
    ctx.fill()
    ctx.beginPath()
    ctx.arc(307, y - 1, 4.2, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(cloth, 0.5))
    ctx.fill()
  }
}
