import { folds, form, groundShadow, inside, patch, stitch, zip } from '../drawing/soft-goods.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { box, moved, onFront, onTop } from '../drawing/box.ts'
import { print } from '../drawing/mark.ts'
import { type Palette, oak, steel } from '../drawing/palette.ts'
import { shape } from '../drawing/shape.ts'
import { tube } from '../drawing/tube.ts'

/** A hard-shell cabin trolley. */
export function trolley(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 222, 424, 418, 320, 24)
  tube(ctx, 'M276 132L276 48Q276 40 284 40L358 40Q366 40 366 48L366 132', 9, metal(steel, 0.5))
  tube(ctx, 'M290 42L352 42', 15, gloss(hex('#2f2d34'), 0.4))
  for (const x of [246, 398]) {
    ctx.beginPath()
    ctx.ellipse(x, 412, 13, 12, 0, 0, Math.PI * 2)
    ctx.fillStyle = '#26242b'
    ctx.fill()
    ctx.beginPath()
    ctx.ellipse(x - 1, 411, 5, 5, 0, 0, Math.PI * 2)
    ctx.fillStyle = '#8d8b92'
    ctx.fill()
  }
  form(ctx, 'M408 128Q440 126 440 154L440 376Q440 402 412 402Z', darken(palette.main, 0.45), undefined, 12)
  const shell =
    'M240 114L390 114Q418 114 418 142L418 380Q418 408 390 408L240 408Q212 408 212 380L212 142Q212 114 240 114Z'
  form(ctx, shell, palette.main, undefined, 44)
  inside(ctx, shell, () => {
    const ribs = [248, 280, 312, 344, 376].map((x) => `M${x} 134L${x} 388`)
    folds(ctx, ribs, palette.main, { width: 9, strength: 0.5 })
    const sheen = ctx.createLinearGradient(212, 0, 300, 0)
    sheen.addColorStop(0, 'rgba(255,255,255,0)')
    sheen.addColorStop(0.5, 'rgba(255,255,255,0.3)')
    sheen.addColorStop(1, 'rgba(255,255,255,0)')
    ctx.fillStyle = sheen
    ctx.fillRect(212, 114, 92, 294)
  })
  tube(ctx, 'M290 112Q316 96 342 112', 11, gloss(hex('#2f2d34'), 0.4))
  patch(ctx, 288, 334, 54, 34, palette.accent)
  print(ctx, 'rings', 315, 351, 10, darken(palette.accent, 0.55))
}

/** An umbrella, open and resting on its rim. */
export function umbrella(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 362, 412, 422, 90, 12)
  tube(ctx, 'M322 196L392 388', 8, metal(steel, 0.5))
  tube(ctx, 'M384 366L396 398Q404 420 384 422Q370 422 372 406', 12, gloss(oak, 0.4))
  const edge = [
    [96, 278],
    [176, 318],
    [268, 330],
    [362, 316],
    [450, 274],
    [522, 208],
  ] as const
  const crown = [296, 92] as const
  for (let panel = 0; panel < edge.length - 1; panel += 1) {
    const [a, b] = [edge[panel], edge[panel + 1]]
    if (!a || !b) continue
    const bulge = (p: readonly [number, number]) =>
      `${(p[0] + crown[0]) / 2 + (p[0] - crown[0]) * 0.2} ${(p[1] + crown[1]) / 2 - 54}`
    const paint = panel % 2 ? palette.accent : palette.main
    const lift = [0.22, 0.12, 0, -0.14, -0.28][panel] ?? 0
    form(
      ctx,
      `M${crown[0]} ${crown[1]}Q${bulge(a)} ${a[0]} ${a[1]}Q${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2 - 24} ${b[0]} ${b[1]}Q${bulge(b)} ${crown[0]} ${crown[1]}Z`,
      lift > 0 ? lighten(paint, lift) : darken(paint, -lift),
      'linen',
      14,
    )
  }
  tube(ctx, `M${crown[0]} ${crown[1]}L288 64`, 7, gloss(oak, 0.4))
  print(ctx, 'lotus', 244, 236, 24, palette.pale)
}

/** A memory-foam neck pillow with an eye mask. */
export function neckPillow(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 170, 470, 400, 140, 30)
  const body =
    'M180 250C176 150 270 112 320 112C370 112 464 150 460 250C458 340 430 398 396 400C364 402 352 372 366 336C384 290 380 214 320 214C260 214 256 290 274 336C288 372 276 402 244 400C210 398 182 340 180 250Z'
  form(ctx, body, palette.main, 'felt', 60)
  inside(ctx, body, () =>
    folds(ctx, ['M320 116L320 210', 'M206 300Q240 310 268 306', 'M434 300Q400 310 372 306'], palette.main, {
      width: 7,
      strength: 0.36,
    }),
  )
  ctx.strokeStyle = css(lighten(palette.accent, 0.05))
  ctx.lineWidth = 3
  ctx.stroke(shape(body))
  form(
    ctx,
    'M236 372C250 336 300 346 320 360C340 346 392 336 404 372C410 412 356 424 336 402Q320 390 304 402C284 424 230 412 236 372Z',
    mix(palette.accent, palette.pale, 0.1),
    'linen',
    22,
  )
  print(ctx, 'petals', 276, 378, 12, palette.pale)
  print(ctx, 'petals', 364, 378, 12, palette.pale)
}

/** Packing cubes in three sizes, zipped, with mesh windows. */
export function packingCubes(ctx: Ctx, palette: Palette): void {
  const ground = upright(318, 400, 0.32, 0.46)
  shadows(ctx, [boxCast(ground, 300, 210, 190)])
  let height = 0
  for (const [width, depth, tall, paint] of [
    [300, 210, 84, palette.main],
    [250, 176, 70, palette.accent],
    [196, 140, 56, palette.pale],
  ] as const) {
    const pose = moved(ground, [0, 0, height])
    if (height > 0) shadows(ctx, [boxCast(pose, width, depth, 20)], 0.7)
    box(ctx, pose, { width, depth, height: tall }, matte(paint), { corner: 24, edge: 12 })
    onTop(ctx, pose, tall, () => meshWindow(ctx, width - 46, depth - 46, paint))
    onFront(ctx, pose, depth, () => {
      const half = width / 2 - 16
      zip(
        ctx,
        `M${-half} ${-tall * 0.62}L${half} ${-tall * 0.62}`,
        paint,
        palette.metal,
        half - 26,
        -tall * 0.62,
      )
      stitch(ctx, `M${-half} ${-tall * 0.3}L${half} ${-tall * 0.3}`, lighten(paint, 0.4))
    })
    height += tall
  }
}

function meshWindow(ctx: Ctx, width: number, depth: number, paint: Paint): void {
  ctx.beginPath()
  ctx.roundRect(-width / 2, -depth / 2, width, depth, 12)
  ctx.save()
  ctx.clip()
  ctx.fillStyle = css(darken(paint, 0.34))
  ctx.fillRect(-width / 2, -depth / 2, width, depth)
  ctx.strokeStyle = css(lighten(paint, 0.34), 0.6)
  ctx.lineWidth = 1.1
  ctx.beginPath()
  for (let line = -width; line < width; line += 8) {
    ctx.moveTo(line, -depth / 2)
    ctx.lineTo(line + depth, depth / 2)
    ctx.moveTo(line + depth, -depth / 2)
    ctx.lineTo(line, depth / 2)
  }
  ctx.stroke()
  ctx.restore()
}
