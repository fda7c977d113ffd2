import { box, moved, onTop, panel } from '../drawing/box.ts'
import { darken, hex, lighten } from '../drawing/colour.ts'
import { print } from '../drawing/mark.ts'
import { gloss, matte } from '../drawing/material.ts'
import { type Palette, ivory } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { boxCast, shadows } from '../drawing/soft.ts'
import { texture } from '../drawing/texture.ts'
import { mouth, turned } from '../drawing/turned.ts'

/** A box of sweets in paper cups. */
export function sweetBox(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 386, 0.22, 0.74)
  shadows(ctx, [boxCast(pose, 320, 240, 50)])
  const lid = moved(pose, [0, 128, 40])
  box(ctx, lid, { width: 320, depth: 16, height: 200 }, gloss(palette.main, 0.2), { corner: 3 })
  box(ctx, pose, { width: 320, depth: 240, height: 44 }, gloss(palette.main, 0.2), { corner: 4 })
  onTop(ctx, pose, 44, () => {
    panel(ctx, -152, -112, 304, 224, lighten(palette.pale, 0.2), 3)
    ctx.beginPath()
    ctx.rect(-152, -112, 304, 224)
    texture(ctx, 'kraft', 0.3)
  })
  const kinds = [hex('#e9a23b'), hex('#f1e3c0'), hex('#b9853f'), hex('#9db06a'), hex('#d98c8a')]
  for (let row = 2; row >= 0; row -= 1) {
    for (let column = 0; column < 4; column += 1) {
      const at = moved(pose, [-108 + column * 72, -74 + row * 74, 42])
      const paint = kinds[(row * 2 + column) % 5] ?? ivory
      turned(ctx, at, '24 0, 31 14', matte(lighten(palette.metal, 0.35)), true)
      mouth(ctx, at, 30, 14, darken(palette.metal, 0.2))
      if ((row + column) % 2) turned(ctx, at, '20 6, 27 18 12, 22 34 14, 0 42', gloss(paint, 0.25))
      else {
        turned(ctx, at, '24 8, 25 11 2, 25 24 3, 22 27 2, 0 27', gloss(paint, 0.2))
        print(ctx, 'leaf', at.x, at.y - 22, 7, hex('#7d9a4a'))
      }
    }
  }
}
