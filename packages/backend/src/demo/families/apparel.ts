import { box, moved, onTop } from '../drawing/box.ts'
import { type Paint, css, darken, lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { matte } from '../drawing/material.ts'
import type { Palette } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { folds, form, groundShadow, inside, stitch } from '../drawing/soft-goods.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A polo shirt, neatly folded. */
export function polo(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 190, 450, 408, 120, 20)
  const body =
    'M206 150C240 138 400 138 434 150Q446 154 446 168L450 392Q450 408 434 408L206 408Q190 408 190 392L194 168Q194 154 206 150Z'
  ctx.save()
  ctx.translate(4, 6)
  form(ctx, body, darken(palette.main, 0.35), undefined, 10)
  ctx.restore()
  form(ctx, body, palette.main, 'knit', 30)
  inside(ctx, body, () => {
    folds(
      ctx,
      ['M196 190C210 250 204 330 198 392', 'M444 190C430 250 436 330 442 392', 'M230 392Q320 384 410 394'],
      palette.main,
      { width: 10, strength: 0.3 },
    )
  })
  const placket = 'M302 166L338 166L336 286Q320 292 304 286Z'
  form(ctx, placket, lighten(palette.main, 0.07), undefined, 8)
  stitch(ctx, 'M307 172L308 280M333 172L332 280', lighten(palette.main, 0.4), 3)
  form(ctx, 'M262 150Q320 138 378 150L350 172Q320 182 290 172Z', darken(palette.main, 0.5), undefined, 10)
  form(
    ctx,
    'M262 148Q254 152 258 162L288 214Q292 220 298 214L322 180Q288 172 262 148Z',
    lighten(palette.accent, 0.02),
    'linen',
    10,
  )
  form(
    ctx,
    'M378 148Q386 152 382 162L352 214Q348 220 342 214L318 180Q352 172 378 148Z',
    lighten(palette.accent, 0.02),
    'linen',
    10,
  )
  for (const y of [222, 254]) button(ctx, 320, y, palette.pale)
  print(ctx, 'lotus', 392, 244, 15, palette.pale)
}

function button(ctx: Ctx, x: number, y: number, paint: Paint): void {
  ctx.beginPath()
  ctx.arc(x + 1, y + 1.4, 5.4, 0, Math.PI * 2)
  ctx.fillStyle = 'rgba(24,8,18,0.5)'
  ctx.fill()
  ctx.beginPath()
  ctx.arc(x, y, 5.2, 0, Math.PI * 2)
  ctx.fillStyle = css(lighten(paint, 0.3))
  ctx.fill()
  ctx.fillStyle = css(darken(paint, 0.5))
  for (const dx of [-1.6, 1.6]) ctx.fillRect(x + dx - 0.7, y - 0.7, 1.4, 1.4)
}

/** Round-necked shirts in a stack of three colours. */
export function teeStack(ctx: Ctx, palette: Palette): void {
  const ground = upright(318, 400, 0.24, 0.5)
  shadows(ctx, [boxCast(ground, 290, 220, 110)])
  let height = 0
  for (const paint of [palette.pale, palette.accent, palette.main]) {
    const pose = moved(ground, [0, 0, height])
    box(ctx, pose, { width: 288, depth: 218, height: 36 }, matte(paint), { corner: 22, edge: 16, shade: 0.1 })
    height += 35
  }
  onTop(ctx, ground, height, () => {
    ctx.beginPath()
    ctx.roundRect(-136, -102, 272, 204, 20)
    texture(ctx, 'knit', 0.8)
    ctx.strokeStyle = css(darken(palette.main, 0.4), 0.55)
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.moveTo(-62, -108)
    ctx.bezierCurveTo(-52, -34, 52, -34, 62, -108)
    ctx.stroke()
    ctx.fillStyle = css(darken(palette.main, 0.5))
    ctx.beginPath()
    ctx.moveTo(-50, -106)
    ctx.bezierCurveTo(-42, -52, 42, -52, 50, -106)
    ctx.fill()
    print(ctx, 'sun', 0, 34, 30, palette.pale)
  })
}

/** A six-panel cap. */
export function cap(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 190, 440, 372, 130, 26)
  const crown = 'M206 350C196 220 250 158 326 158C404 158 452 220 444 350C380 372 270 372 206 350Z'
  form(ctx, crown, palette.main, 'twill', 56)
  inside(ctx, crown, () => {
    folds(
      ctx,
      [
        'M326 158C300 220 292 290 296 366',
        'M326 158C250 190 226 260 224 350',
        'M326 158C380 190 410 260 412 352',
      ],
      palette.main,
      { width: 5, strength: 0.34 },
    )
  })
  stitch(
    ctx,
    'M322 162C294 222 286 292 290 364M332 162C306 222 298 292 302 366',
    lighten(palette.main, 0.36),
    3.5,
  )
  form(
    ctx,
    'M204 344C160 352 118 378 122 394C180 416 330 402 410 368C346 376 262 366 204 344Z',
    darken(palette.accent, 0.06),
    'twill',
    22,
  )
  stitch(
    ctx,
    'M196 356C170 364 146 376 140 388M216 360C280 384 350 386 392 374',
    lighten(palette.accent, 0.3),
    4,
  )
  ctx.beginPath()
  ctx.ellipse(326, 158, 12, 6, 0, 0, Math.PI * 2)
  ctx.fillStyle = css(lighten(palette.accent, 0.08))
  ctx.fill()
  print(ctx, 'petals', 262, 278, 27, lighten(palette.pale, 0.1), 0.92)
}
