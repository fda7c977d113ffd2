import { css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, kraft } from '../drawing/palette.ts'
import type { Ctx } from '../drawing/pose.ts'
import { folds, form, groundShadow, inside, patch, stitch, webbing } from '../drawing/soft-goods.ts'
import { tube } from '../drawing/tube.ts'

/** A cotton tote with long handles and a printed mark. */
export function tote(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 206, 440, 414, 250, 18)
  const canvas = mix(palette.pale, kraft, 0.22)
  webbing(ctx, 'M272 178C268 20 392 20 388 178', 17, darken(palette.main, 0.25))
  const body =
    'M212 168C260 174 380 174 428 168C432 250 440 340 436 404Q434 414 424 414L214 414Q206 414 205 404C202 340 208 250 212 168Z'
  form(ctx, body, canvas, 'linen', 28)
  inside(ctx, body, () => {
    folds(ctx, ['M236 200Q239 290 226 380', 'M404 210Q419 300 418 390'], canvas, { width: 12, strength: 0.2 })
    ctx.fillStyle = css(palette.main)
    ctx.fillRect(190, 372, 260, 60)
    ctx.fillStyle = 'rgba(255,250,240,0.14)'
    ctx.fillRect(190, 372, 260, 3)
    const turn = ctx.createLinearGradient(200, 0, 440, 0)
    turn.addColorStop(0, 'rgba(255,250,240,0.14)')
    turn.addColorStop(1, 'rgba(30,10,24,0.26)')
    ctx.fillStyle = turn
    ctx.fillRect(190, 372, 260, 60)
  })
  stitch(ctx, 'M214 186C262 192 378 192 426 186', darken(canvas, 0.4))
  print(ctx, 'lotus', 320, 282, 46, palette.main)
  webbing(ctx, 'M262 188C258 30 382 30 378 188', 17, palette.main)
  for (const x of [262, 378]) patch(ctx, x - 12, 180, 24, 30, palette.main)
}

/** A jute bag with a cotton panel and rope handles. */
export function juteBag(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 200, 440, 414, 230, 26)
  const jute = hex('#b99566')
  tube(ctx, 'M278 206C276 96 384 96 382 206', 11, matte(darken(jute, 0.2)))
  form(ctx, 'M414 182L452 168L462 392L426 414Z', darken(jute, 0.34), 'jute', 14)
  form(ctx, 'M206 182Q310 188 416 182L428 414Q310 418 194 414Z', jute, 'jute', 26)
  form(
    ctx,
    'M246 242Q246 236 252 236L372 236Q378 236 378 242L378 362Q378 368 372 368L252 368Q246 368 246 362Z',
    palette.main,
    'linen',
    10,
  )
  stitch(ctx, 'M252 242L372 242L372 362L252 362Z', palette.pale)
  print(ctx, 'petals', 312, 302, 38, palette.pale)
  tube(ctx, 'M262 214C258 92 366 92 362 214', 12, matte(palette.main))
  for (const x of [262, 362]) eyelet(ctx, x, 212, palette)
}

function eyelet(ctx: Ctx, x: number, y: number, palette: Palette): void {
  for (const [radius, paint] of [
    [8, darken(palette.metal, 0.15)],
    [4, lighten(palette.metal, 0.4)],
  ] as const) {
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, Math.PI * 2)
    ctx.fillStyle = css(paint)
    ctx.fill()
  }
}

/** A stiff paper carrier with twisted handles and tissue. */
export function carrier(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 214, 440, 412, 250, 22)
  tube(ctx, 'M284 168C284 74 370 74 370 168', 7, matte(darken(palette.accent, 0.3)))
  form(
    ctx,
    'M236 176L250 128L272 160L292 118L318 158L340 112L362 156L384 124L402 172Z',
    lighten(palette.pale, 0.3),
    undefined,
    12,
  )
  form(ctx, 'M404 172L446 158L446 386L404 412Z', darken(palette.main, 0.34), undefined, 10)
  folds(ctx, ['M425 166L425 330L405 410', 'M425 330L446 384'], darken(palette.main, 0.34), {
    width: 5,
    strength: 0.4,
  })
  form(ctx, 'M214 172L404 172L404 412L214 412Z', palette.main, undefined, 20)
  print(ctx, 'sun', 309, 296, 44, lighten(palette.accent, 0.1))
  ctx.strokeStyle = css(lighten(palette.accent, 0.1), 0.7)
  ctx.lineWidth = 1.6
  ctx.strokeRect(228, 186, 162, 212)
  tube(ctx, 'M262 196C262 86 356 86 356 196', 7, matte(palette.accent))
  for (const x of [262, 356]) eyelet(ctx, x, 196, palette)
}

/** A silk potli with a drawstring, embroidered. */
export function potli(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 216, 430, 408, 220, 28)
  const body = 'M276 206C216 240 176 330 216 392C230 412 410 412 424 392C464 330 424 240 364 206Z'
  form(ctx, body, palette.main, 'linen', 56)
  inside(ctx, body, () => {
    const pleats = [-86, -52, -18, 20, 56, 90].map(
      (dx) => `M${320 + dx * 0.34} 206Q${320 + dx * 0.7} 240 ${320 + dx} 290`,
    )
    folds(ctx, pleats, palette.main, { width: 9, strength: 0.42 })
    ctx.strokeStyle = css(palette.metal)
    ctx.lineWidth = 9
    ctx.beginPath()
    ctx.moveTo(180, 364)
    ctx.quadraticCurveTo(320, 382, 460, 364)
    ctx.stroke()
    for (let step = 0; step < 13; step += 1) {
      const x = 200 + step * 20
      print(ctx, 'petals', x, 358 - ((x - 320) / 140) ** 2 * 8, 8, lighten(palette.metal, 0.25))
    }
  })
  print(ctx, 'lotus', 320, 312, 28, lighten(palette.metal, 0.3))
  form(
    ctx,
    'M280 204C256 176 236 160 244 146Q257 122 270 146Q283 136 295 142Q309 122 320 146Q335 136 345 142Q361 122 370 146Q387 136 395 142C404 162 384 178 360 204Z',
    mix(palette.main, palette.accent, 0.28),
    'linen',
    18,
  )
  const frill = [-44, -16, 14, 42].map((dx) => `M${320 + dx * 0.6} 202L${320 + dx} 150`)
  folds(ctx, frill, palette.main, { width: 6, strength: 0.4 })
  tube(ctx, 'M274 206Q320 220 366 206', 10, gloss(palette.metal, 0.3))
  for (const [x, y] of [
    [396, 262],
    [378, 276],
  ] as const) {
    tube(ctx, `M352 210Q${x + 6} 216 ${x} ${y - 12}`, 4, matte(palette.metal))
    ctx.beginPath()
    ctx.ellipse(x, y, 8, 15, 0, 0, Math.PI * 2)
    ctx.fillStyle = css(metal(palette.metal, 0.6)(-0.3, 0.3, 0.9))
    ctx.fill()
  }
}
