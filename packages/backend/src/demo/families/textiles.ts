import { box, moved, onTop } from '../drawing/box.ts'
import { type Paint, css, darken, lighten, mix } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { matte } from '../drawing/material.ts'
import { type Palette, ivory } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { bind, bow } from '../drawing/ribbon.ts'
import { shape } from '../drawing/shape.ts'
import { form, groundShadow, inside } from '../drawing/soft-goods.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'

/** A stack of towels tied with a ribbon, one rolled on top. */
export function towels(ctx: Ctx, palette: Palette): void {
  const ground = upright(318, 400, 0.3, 0.42)
  shadows(ctx, [boxCast(ground, 270, 200, 140)])
  let height = 0
  for (const paint of [palette.main, mix(palette.pale, ivory, 0.4), palette.main]) {
    const pose = moved(ground, [0, 0, height])
    for (const half of [0, 23])
      box(
        ctx,
        moved(pose, [0, 0, half]),
        { width: 270, depth: 196, height: 25 },
        matte(lighten(paint, half ? 0.06 : 0)),
        { corner: 20, edge: 11, shade: 0.1 },
      )
    height += 47
  }
  onTop(ctx, ground, height, () => {
    ctx.beginPath()
    ctx.roundRect(-128, -90, 256, 180, 18)
    texture(ctx, 'felt', 1)
    ctx.fillStyle = css(darken(palette.main, 0.18))
    ctx.fillRect(76, -90, 9, 180)
    ctx.fillRect(92, -90, 4, 180)
  })
  bind(ctx, ground, { width: 272, depth: 198, height }, palette.accent, 24, { across: false })
  const knot = moved(ground, [0, 0, height])
  bow(ctx, knot.x, knot.y, 54, palette.accent)
}

/** A knitted throw folded around a belly band. */
export function throwBlanket(ctx: Ctx, palette: Palette): void {
  const ground = upright(318, 402, 0.36, 0.46)
  shadows(ctx, [boxCast(ground, 290, 230, 130)])
  let height = 0
  for (let layer = 0; layer < 4; layer += 1) {
    box(
      ctx,
      moved(ground, [0, 0, height]),
      { width: 290, depth: 224, height: 34 },
      matte(layer % 2 ? lighten(palette.main, 0.08) : palette.main),
      { corner: 26, edge: 16, shade: 0.1 },
    )
    height += 32
  }
  onTop(ctx, ground, height, () => {
    ctx.beginPath()
    ctx.roundRect(-136, -102, 272, 204, 24)
    texture(ctx, 'knit', 1)
  })
  fringe(ctx, ground, palette.main)
  bind(ctx, ground, { width: 291, depth: 225, height: height + 1 }, mix(palette.pale, ivory, 0.3), 104, {
    across: false,
  })
  onTop(ctx, ground, height + 1, () => print(ctx, 'paisley', 0, 0, 30, palette.main))
}

function fringe(ctx: Ctx, ground: Pose, paint: Paint): void {
  ctx.lineCap = 'round'
  for (let strand = 0; strand < 24; strand += 1) {
    const at = moved(ground, [-132 + strand * 11.5, -112, 8])
    ctx.strokeStyle = css(strand % 2 ? lighten(paint, 0.14) : darken(paint, 0.2))
    ctx.lineWidth = 3.6
    ctx.beginPath()
    ctx.moveTo(at.x, at.y - 4)
    ctx.quadraticCurveTo(at.x + 2, at.y + 6, at.x + (strand % 3) - 1, at.y + 16)
    ctx.stroke()
  }
}

/** A silk stole with a woven border, folded in its box. */
export function stole(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 280, 0.28, 0.86)
  shadows(ctx, [boxCast(pose, 350, 270, 50)])
  box(ctx, pose, { width: 350, depth: 270, height: 44 }, matte(mix(palette.pale, palette.tone, 0.3)), {
    corner: 4,
  })
  onTop(ctx, pose, 44, () => {
    ctx.beginPath()
    ctx.rect(-164, -124, 328, 248)
    ctx.fillStyle = css(darken(palette.pale, 0.35))
    ctx.fill()
    for (let layer = 0; layer < 3; layer += 1) {
      const fill = ctx.createLinearGradient(-150, -110, 150, 110)
      fill.addColorStop(0, css(lighten(palette.main, 0.26)))
      fill.addColorStop(0.5, css(palette.main))
      fill.addColorStop(1, css(darken(palette.main, 0.26)))
      ctx.beginPath()
      ctx.roundRect(-156 + layer * 3, -118 + layer * 4, 312 - layer * 6, 234 - layer * 6, 10)
      ctx.fillStyle = fill
      ctx.fill()
      ctx.strokeStyle = 'rgba(30,8,20,0.3)'
      ctx.lineWidth = 1.4
      ctx.stroke()
    }
    ctx.beginPath()
    ctx.roundRect(-150, -108, 300, 216, 10)
    texture(ctx, 'linen', 0.8)
    const zari = lighten(palette.metal, 0.18)
    ctx.fillStyle = css(zari)
    for (const x of [62, 132]) ctx.fillRect(x, -108, 5, 216)
    ctx.fillStyle = css(darken(palette.accent, 0.05), 0.9)
    ctx.fillRect(70, -108, 60, 216)
    for (let row = 0; row < 7; row += 1) print(ctx, 'paisley', 100, -90 + row * 30, 12, zari)
    for (let row = 0; row < 4; row += 1)
      for (let column = 0; column < 4; column += 1)
        print(ctx, 'petals', -122 + column * 46 + (row % 2) * 22, -78 + row * 52, 8, zari)
  })
}

/** A cushion with piping and a block print. */
export function cushion(ctx: Ctx, palette: Palette): void {
  groundShadow(ctx, 186, 454, 410, 200, 28)
  const body =
    'M192 150C240 162 400 162 448 150Q462 150 460 166C448 220 448 340 460 394Q462 410 446 410C400 400 240 400 194 410Q178 410 180 394C192 340 192 220 180 166Q178 150 192 150Z'
  form(ctx, body, palette.main, 'linen', 64)
  ctx.strokeStyle = css(lighten(palette.accent, 0.06))
  ctx.lineWidth = 4.6
  ctx.stroke(shape(body))
  inside(ctx, body, () => {
    for (let row = 0; row < 4; row += 1) {
      for (let column = 0; column < 4; column += 1) {
        const mark = (row + column) % 2 ? 'petals' : 'lotus'
        print(
          ctx,
          mark,
          230 + column * 60,
          192 + row * 58,
          mark === 'petals' ? 16 : 18,
          lighten(palette.pale, 0.1),
        )
      }
    }
  })
}
