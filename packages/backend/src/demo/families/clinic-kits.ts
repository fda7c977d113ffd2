import { box, moved, onFront, onTop, panel } from '../drawing/box.ts'
import { css, darken, hex, lighten } from '../drawing/colour.ts'
import { cross } from '../drawing/cross.ts'
import { print } from '../drawing/mark.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { profile } from '../drawing/outline.ts'
import { type Palette, steel } from '../drawing/palette.ts'
import { rectangle } from '../drawing/plan.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { stitch } from '../drawing/soft-goods.ts'
import { boxCast, roundCast, shadows } from '../drawing/soft.ts'
import { solid, within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { turned } from '../drawing/turned.ts'

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
