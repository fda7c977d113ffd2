import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { matte } from '../drawing/material.ts'
import type { Palette } from '../drawing/palette.ts'
import type { Ctx } from '../drawing/pose.ts'
import type { Shape } from '../drawing/shape.ts'
import { folds, form, groundShadow, inside, patch, stitch, zip } from '../drawing/soft-goods.ts'
import { tube } from '../drawing/tube.ts'

const tan: Paint = hex('#a86f43')

/** A rounded rectangle about x = 320 that may be wider at one end. */
function sack(top: number, bottom: number, topHalf: number, bottomHalf: number, radius: number): Shape {
  const [l, r, wl, wr] = [320 - topHalf, 320 + topHalf, 320 - bottomHalf, 320 + bottomHalf]
  return [
    `M${l + radius} ${top}L${r - radius} ${top}Q${r} ${top} ${r + 1} ${top + radius}`,
    `C${r + 6} ${top + 80} ${wr + 5} ${bottom - 90} ${wr} ${bottom - radius * 0.6}`,
    `Q${wr - 2} ${bottom} ${wr - radius} ${bottom}L${wl + radius} ${bottom}`,
    `Q${wl + 2} ${bottom} ${wl} ${bottom - radius * 0.6}`,
    `C${wl - 5} ${bottom - 90} ${l - 6} ${top + 80} ${l - 1} ${top + radius}Q${l} ${top} ${l + radius} ${top}Z`,
  ].join('')
}

/** A laptop backpack with a front pocket and a leather patch. */
export function backpack(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 206, 434, 412, 300, 26)
  const dark = darken(palette.main, 0.4)
  tube(ctx, 'M250 128C170 150 174 300 208 370M390 128C470 150 466 300 432 370', 20, matte(dark))
  tube(ctx, 'M286 112C290 66 350 66 354 112', 13, matte(tan))
  form(ctx, sack(98, 412, 96, 116, 60), palette.main, 'twill', 40)
  folds(ctx, ['M232 190C262 148 378 148 408 190'], palette.main, { width: 7, strength: 0.4 })
  zip(ctx, 'M226 218C236 136 404 136 414 218', palette.main, palette.metal, 412, 206)
  form(ctx, sack(262, 404, 86, 96, 30), mix(palette.main, dark, 0.2), 'twill', 30)
  zip(ctx, 'M244 276L396 276', palette.main, palette.metal, 384, 276)
  stitch(ctx, sack(270, 396, 78, 88, 24), lighten(palette.main, 0.35))
  patch(ctx, 288, 316, 64, 44, tan)
  deboss(ctx, 'diamond', 320, 338, 12, tan)
}

/** A rolled-top day pack with a buckled strap and side pockets. */
export function rollTop(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 200, 440, 412, 300, 26)
  tube(
    ctx,
    'M256 160C184 190 184 310 206 372M384 160C456 190 456 310 434 372',
    18,
    matte(darken(palette.main, 0.45)),
  )
  form(
    ctx,
    'M206 300Q188 306 190 340L194 392Q196 408 212 408L240 408L236 300Z',
    darken(palette.main, 0.2),
    'linen',
    20,
  )
  form(
    ctx,
    'M434 300Q452 306 450 340L446 392Q444 408 428 408L400 408L404 300Z',
    darken(palette.main, 0.3),
    'linen',
    20,
  )
  form(ctx, sack(150, 412, 100, 112, 26), palette.main, 'linen', 40)
  form(
    ctx,
    'M212 132Q212 112 236 110L404 110Q428 112 428 132L426 168Q424 186 404 186L236 186Q216 186 214 168Z',
    lighten(palette.main, 0.06),
    'linen',
    24,
  )
  folds(ctx, ['M216 150C270 144 370 144 424 150', 'M218 172C270 166 370 166 422 172'], palette.main, {
    width: 5,
  })
  form(ctx, 'M304 106L336 106L336 330Q336 338 328 338L312 338Q304 338 304 330Z', tan, 'grain', 10)
  stitch(ctx, 'M309 112L309 332M331 112L331 332', lighten(tan, 0.4), 4)
  form(ctx, 'M296 262L344 262L344 292L296 292Z', palette.metal, undefined, 6)
  form(ctx, 'M303 268L337 268L337 286L303 286Z', darken(tan, 0.3), undefined, 4)
  print(ctx, 'sun', 262, 366, 16, lighten(palette.accent, 0.1))
}

/** A weekend duffel with leather trim. */
export function duffel(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 140, 500, 408, 200, 26)
  tube(ctx, 'M238 236C240 108 404 108 406 236', 13, matte(darken(tan, 0.3)))
  const body = 'M176 224C220 196 420 196 464 224C520 240 516 400 486 408L154 408C124 400 120 240 176 224Z'
  form(ctx, body, palette.main, 'twill', 52)
  inside(ctx, body, () => {
    form(ctx, 'M110 190L180 190L180 430L110 430Z', tan, 'grain', 16)
    form(ctx, 'M460 190L540 190L540 430L460 430Z', darken(tan, 0.16), 'grain', 16)
    folds(ctx, ['M300 250C290 300 300 360 296 400'], palette.main, { width: 14, strength: 0.16 })
  })
  zip(ctx, 'M190 226C240 208 400 208 450 226', palette.main, palette.metal, 436, 222)
  for (const x of [238, 402]) {
    form(ctx, `M${x - 12} 222L${x + 12} 222L${x + 12} 408L${x - 12} 408Z`, tan, 'grain', 8)
    stitch(ctx, `M${x - 8} 226L${x - 8} 404M${x + 8} 226L${x + 8} 404`, lighten(tan, 0.45), 4)
  }
  tube(ctx, 'M238 252C240 138 400 138 402 252', 14, matte(tan))
  patch(ctx, 284, 312, 72, 46, tan)
  deboss(ctx, 'rings', 320, 335, 13, tan)
}

/** A messenger bag with a full flap and buckled straps. */
export function messenger(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 168, 474, 410, 220, 22)
  tube(ctx, 'M190 196C230 40 410 40 450 196', 17, matte(darken(tan, 0.22)))
  form(ctx, sack(176, 410, 146, 152, 26), darken(palette.main, 0.2), 'linen', 34)
  form(ctx, sack(172, 346, 150, 150, 24), palette.main, 'linen', 30)
  stitch(ctx, sack(180, 338, 142, 142, 18), lighten(palette.main, 0.4))
  for (const x of [246, 394]) {
    form(ctx, `M${x - 13} 290L${x + 13} 290L${x + 13} 382L${x - 13} 382Z`, tan, 'grain', 8)
    ctx.strokeStyle = 'rgba(60,34,20,0.8)'
    ctx.lineWidth = 5
    ctx.strokeRect(x - 16.4, 330.6, 34, 26)
    ctx.strokeStyle = css(lighten(palette.metal, 0.25))
    ctx.lineWidth = 3.4
    ctx.strokeRect(x - 17, 330, 34, 26)
  }
  print(ctx, 'paisley', 320, 250, 26, lighten(palette.accent, 0.1))
}

/** A padded laptop sleeve, standing, with its zip along the top. */
export function laptopSleeve(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 150, 494, 404, 200, 16)
  const lean =
    'M170 176Q158 176 157 190L148 386Q148 404 166 404L476 404Q496 404 495 386L486 190Q485 176 472 176Z'
  ctx.save()
  ctx.translate(7, -9)
  form(ctx, lean, darken(palette.main, 0.45), undefined, 10)
  ctx.restore()
  form(ctx, lean, palette.main, 'felt', 24)
  zip(ctx, 'M168 179L474 179', palette.main, palette.metal, 446, 179)
  form(ctx, 'M149 360L148 386Q148 404 166 404L290 404C260 360 200 320 151.5 310Z', tan, 'grain', 12)
  patch(ctx, 400, 350, 66, 34, tan)
  deboss(ctx, 'sun', 433, 367, 11, tan)
}

/** A toiletry pouch with a wrist loop. */
export function pouch(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 170, 476, 406, 150, 30)
  tube(ctx, 'M166 268C96 280 104 356 160 330', 11, matte(tan))
  const body = 'M180 244C230 224 410 224 460 244C500 256 506 396 470 406L170 406C134 396 140 256 180 244Z'
  form(ctx, body, palette.main, 'grain', 48)
  zip(ctx, 'M176 258C230 238 410 238 464 258', palette.main, palette.metal, 448, 254)
  stitch(ctx, 'M160 366C240 378 400 378 480 366', lighten(palette.accent, 0.15))
  print(ctx, 'leaf', 320, 326, 24, lighten(palette.metal, 0.3))
}
