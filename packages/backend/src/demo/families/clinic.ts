import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten, mix, type Paint } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, steel } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { shape } from '../drawing/shape.ts'
import { profile, rectangle, solid, within } from '../drawing/solid.ts'
import { boxCast, roundCast, shadows, soft } from '../drawing/soft.ts'
import { folds, form, groundShadow, inside, stitch } from '../drawing/soft-goods.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

/** A plain cross of arms a third as wide as it is long. */
export function cross(ctx: Ctx, x: number, y: number, size: number, paint: Paint): void {
  ctx.fillStyle = css(paint)
  ctx.beginPath()
  ctx.roundRect(x - size * 0.34, y - size, size * 0.68, size * 2, size * 0.12)
  ctx.roundRect(x - size, y - size * 0.34, size * 2, size * 0.68, size * 0.12)
  ctx.fill()
}

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

/** A week's pill organiser, one lid open. */
export function pillOrganiser(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 312, 0.2, 0.8)
  shadows(ctx, [boxCast(pose, 420, 110, 50)])
  box(ctx, pose, { width: 420, depth: 110, height: 34 }, gloss(palette.pale, 0.5), { corner: 14, edge: 3 })
  for (let day = 0; day < 7; day += 1) {
    const at = moved(pose, [-177 + day * 59, 0, 34])
    const open = day === 4
    if (open) {
      onTop(ctx, at, 0, () => {
        panel(ctx, -25, -46, 50, 92, darken(palette.pale, 0.3), 9)
        for (const [x, y, paint] of [
          [-8, -14, hex('#e3a13c')],
          [9, 6, hex('#c9584a')],
          [-6, 24, hex('#f3efe6')],
        ] as const) {
          ctx.beginPath()
          ctx.ellipse(x, y, 11, 8, 0.4, 0, Math.PI * 2)
          ctx.fillStyle = css(paint)
          ctx.fill()
          ctx.strokeStyle = 'rgba(60,20,30,0.35)'
          ctx.stroke()
        }
      })
      const lid = moved(at, [0, 50, 0])
      box(ctx, lid, { width: 52, depth: 6, height: 84 }, gloss(palette.accent, 0.6), { corner: 3, edge: 3 })
    } else {
      box(
        ctx,
        at,
        { width: 53, depth: 98, height: 9 },
        gloss(day % 2 ? palette.main : lighten(palette.main, 0.16), 0.6),
        { corner: 9, edge: 4, shade: 0 },
      )
      onTop(ctx, at, 9, () => {
        ctx.fillStyle = css(lighten(palette.pale, 0.3), 0.9)
        ctx.beginPath()
        ctx.arc(0, -12, 9, 0, Math.PI * 2)
        ctx.fill()
        ctx.fillStyle = css(palette.main)
        for (let dot = 0; dot <= day % 4; dot += 1) ctx.fillRect(-6 + dot * 4, -13.4, 2.6, 2.8)
        ctx.fillStyle = css(darken(palette.main, 0.4))
        ctx.fillRect(-9, 36, 18, 5)
      })
    }
  }
}

/** A first-aid case with a handle. */
export function firstAid(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 402, 0.24)
  shadows(ctx, [boxCast(pose, 280, 110, 190)])
  const top = moved(pose, [0, 0, 196])
  tube(
    ctx,
    `M${top.x - 54} ${top.y + 6}C${top.x - 52} ${top.y - 46} ${top.x + 54} ${top.y - 46} ${top.x + 54} ${top.y + 6}`,
    14,
    gloss(darken(palette.main, 0.5), 0.4),
  )
  box(ctx, pose, { width: 286, depth: 110, height: 200 }, gloss(palette.main, 0.3), { corner: 26, edge: 14 })
  onFront(ctx, pose, 110, () => {
    ctx.fillStyle = 'rgba(24,8,20,0.34)'
    ctx.fillRect(-143, -108, 286, 5)
    ctx.fillStyle = 'rgba(255,250,240,0.24)'
    ctx.fillRect(-143, -103, 286, 2)
    ctx.beginPath()
    ctx.arc(0, -100, 54, 0, Math.PI * 2)
    ctx.fillStyle = css(lighten(palette.pale, 0.35))
    ctx.fill()
    cross(ctx, 0, -100, 32, hex('#b3402e'))
    for (const x of [-100, 100]) panel(ctx, x - 15, -118, 30, 32, palette.metal, 5)
  })
}

/** A sanitiser pump with a travel spray and a mask pouch. */
export function careKit(ctx: Ctx, palette: Palette): void {
  const pump = upright(262, 398)
  const spray = upright(388, 410)
  shadows(ctx, [roundCast(pump, 56, 190), roundCast(spray, 32, 120)])
  turned(ctx, pump, '48 0, 54 4 5, 54 140 16, 28 158 6, 26 164', gloss(palette.main, 0.6))
  turned(ctx, pump, '28 164, 30 166 2, 30 184 3, 16 188', matte(lighten(palette.pale, 0.2)))
  turned(ctx, pump, '6 186, 6 214', metal(steel, 0.5))
  tube(
    ctx,
    `M${pump.x + 4} ${pump.y - 208}L${pump.x - 44} ${pump.y - 204}L${pump.x - 50} ${pump.y - 190}`,
    13,
    matte(lighten(palette.pale, 0.2)),
  )
  within(ctx, pump, () => {
    panel(ctx, -40, -104, 66, 74, lighten(palette.pale, 0.35), 6)
    cross(ctx, -7, -78, 13, palette.main)
    ctx.fillStyle = css(palette.main, 0.6)
    ctx.fillRect(-28, -52, 42, 4)
    ctx.fillRect(-22, -44, 30, 3)
  })
  turned(ctx, spray, '26 0, 30 3 4, 30 92 8, 18 100 3', glass(palette.accent, 0.62))
  turned(ctx, spray, '19 98, 20 100 1, 20 134 4, 16 138 3, 0 138', gloss(palette.pale, 0.5))
  within(ctx, spray, () => print(ctx, 'leaf', -4, -34, 13, lighten(palette.pale, 0.4)))
  const pouch = upright(456, 388, 0.3)
  shadows(ctx, [boxCast(pouch, 110, 30, 60)])
  box(ctx, pouch, { width: 116, depth: 26, height: 92 }, matte(palette.pale), { corner: 10, edge: 8 })
  onFront(ctx, pouch, 26, () => {
    stitch(ctx, 'M-50 -74L50 -74', darken(palette.pale, 0.4), 4)
    cross(ctx, 0, -38, 13, palette.accent)
  })
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

/** A clipboard with a prescription pad and a pen. */
export function clipboard(ctx: Ctx, palette: Palette): void {
  const pose = upright(308, 264, 0.22, 0.92)
  const plan = rectangle(240, 320, 16)
  shadows(ctx, [{ pose, plan, offset: 0, height: 20 }])
  solid(ctx, pose, plan, profile('-1 0, 0 8 3, -1 10'), gloss(palette.main, 0.3))
  box(ctx, moved(pose, [0, -14, 10]), { width: 210, depth: 276, height: 5 }, matte(hex('#fbf8f1')), {
    corner: 3,
    edge: 1,
    shade: 0,
  })
  onTop(ctx, moved(pose, [0, -14, 10]), 5, () => {
    cross(ctx, -76, -92, 14, palette.main)
    ctx.fillStyle = css(palette.main, 0.85)
    ctx.fillRect(-50, -104, 96, 8)
    ctx.fillStyle = css(palette.main, 0.4)
    ctx.fillRect(-50, -88, 66, 5)
    ctx.fillStyle = css(darken(palette.pale, 0.35), 0.5)
    for (let line = 0; line < 8; line += 1) ctx.fillRect(-90, -52 + line * 22, line === 7 ? 90 : 180, 1.6)
  })
  box(ctx, moved(pose, [0, 142, 12]), { width: 96, depth: 34, height: 16 }, metal(palette.metal, 0.4), {
    corner: 8,
    edge: 5,
    shade: 0,
  })
}
