import { darken, hex, lighten, mix } from '../drawing/colour.ts'
import { deboss, print } from '../drawing/mark.ts'
import { glass, gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, copper, oak, steel, walnut } from '../drawing/palette.ts'
import { type Ctx, upright } from '../drawing/pose.ts'
import { roundCast, shadows, soft } from '../drawing/soft.ts'
import { within } from '../drawing/solid.ts'
import { tube } from '../drawing/tube.ts'
import { onSide, turned } from '../drawing/turned.ts'

const ground = 408

/** A powder-coated insulated bottle with a carry loop on its cap. */
export function loopBottle(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, ground)
  shadows(ctx, [roundCast(pose, 58, 260)])
  const coat = gloss(palette.main, 0.35)
  turned(ctx, pose, '52 0, 57 3 4, 57 8 1', metal(steel, 0.5))
  turned(ctx, pose, '58 8 1, 58 196 26, 36 226 12, 34 236', coat)
  turned(ctx, pose, '35 236, 35 243 1', metal(steel, 0.7))
  tube(
    ctx,
    (path) => {
      const top = pose.y - 262 * Math.cos(pose.pitch)
      path.moveTo(pose.x - 30, top + 16)
      path.bezierCurveTo(pose.x - 34, top - 52, pose.x + 34, top - 52, pose.x + 30, top + 16)
    },
    11,
    matte(darken(palette.main, 0.45)),
  )
  turned(ctx, pose, '39 243 1, 40 246 2, 40 270 5, 33 276 4, 0 277', gloss(darken(palette.main, 0.4), 0.3))
  within(ctx, pose, () => deboss(ctx, 'petals', -8, -104, 19, palette.main, 0.95))
}

/** A slender bottle with a wooden stopper. */
export function slimBottle(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, ground)
  shadows(ctx, [roundCast(pose, 48, 280)])
  turned(ctx, pose, '42 0, 47 2 4, 48 14 4, 48 150 40, 27 214 30, 25 244 2', gloss(palette.main, 0.55))
  turned(ctx, pose, '26 244, 26.5 250 1', metal(palette.metal, 0.7))
  turned(ctx, pose, '25 250 1, 27 254 2, 27 288 5, 20 292 2, 0 292', matte(oak))
  turned(ctx, pose, '48.6 36, 48.6 40', metal(palette.metal, 0.5), true)
  within(ctx, pose, () => print(ctx, 'lotus', -6, -92, 17, lighten(palette.metal, 0.35), 0.94))
}

/** A sports bottle with a grip band and a flip spout. */
export function sportsBottle(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, ground)
  const cap = hex('#34333a')
  shadows(ctx, [roundCast(pose, 60, 250)])
  const shell = gloss(palette.main, 0.6)
  turned(ctx, pose, '52 0, 59 2 5, 60 20 6, 60 92 8, 54 110 10', shell)
  turned(ctx, pose, '54 110, 52 118 4, 52 150 4, 54 158', matte(palette.accent))
  turned(ctx, pose, '54 158, 60 174 10, 60 214 16, 48 230', shell)
  turned(ctx, pose, '51 230, 53 232 2, 53 254 7, 30 266 6, 26 268', gloss(cap, 0.4))
  turned(ctx, pose, '15 266, 17 270 2, 14 288 3, 12 292 2, 0 292', gloss(palette.accent, 0.5))
  tube(
    ctx,
    (path) => {
      path.moveTo(pose.x + 47, pose.y - 226)
      path.bezierCurveTo(pose.x + 96, pose.y - 250, pose.x + 92, pose.y - 170, pose.x + 78, pose.y - 150)
    },
    9,
    matte(cap),
  )
  within(ctx, pose, () => print(ctx, 'leaf', -10, -46, 16, lighten(palette.pale, 0.3), 0.94))
}

/** A vacuum flask with a cup for a lid, and a second cup beside it. */
export function flaskAndCup(ctx: Ctx, palette: Palette): void {
  const pose = upright(282, ground)
  const cup = upright(410, ground + 10)
  shadows(ctx, [roundCast(pose, 56, 250), roundCast(cup, 38, 60)])
  turned(ctx, pose, '50 0, 55 2 4, 55 14 1', metal(steel, 0.45))
  turned(ctx, pose, '56 14 1, 56 178 3, 52 186 3, 50 190', gloss(palette.main, 0.45))
  turned(ctx, pose, '50 190, 50 198', metal(steel, 0.7))
  turned(ctx, pose, '54 198 1, 54 206 2, 50 256 9, 42 262 3, 0 262', metal(steel, 0.35))
  turned(ctx, pose, '56.6 120, 56.6 126', metal(palette.metal, 0.6), true)
  within(ctx, pose, () => print(ctx, 'rings', -10, -66, 15, lighten(palette.metal, 0.3), 0.92))
  turned(ctx, cup, '26 0, 30 2 2, 38 62 1', metal(steel, 0.4), true)
  turned(ctx, cup, '38 62, 39.5 64 1, 38 66', metal(steel, 0.9), true)
  tea(ctx, cup.x, cup.y, 36, 65)
}

function tea(ctx: Ctx, x: number, y: number, radius: number, height: number): void {
  const pose = upright(x, y)
  within(ctx, pose, () => {
    const at = -height * Math.cos(pose.pitch)
    ctx.beginPath()
    ctx.ellipse(0, at, radius, radius * Math.sin(pose.pitch), 0, 0, Math.PI * 2)
    ctx.fillStyle = '#6d4a3a'
    ctx.fill()
    ctx.clip()
    ctx.beginPath()
    ctx.ellipse(0, at + 9, radius * 0.98, radius * Math.sin(pose.pitch), 0, 0, Math.PI * 2)
    ctx.fillStyle = '#a8683a'
    ctx.fill()
  })
}

/** A hand-hammered copper bottle. */
export function copperBottle(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, ground)
  shadows(ctx, [roundCast(pose, 56, 260)])
  turned(ctx, pose, '48 0, 54 3 4, 56 22 8, 56 168 34, 26 214 20, 25 232', metal(copper, 0.55))
  hammered(ctx, 56, 26, 156)
  turned(ctx, pose, '31 232, 32 235 2, 32 262 6, 22 270 4, 8 272', metal(copper, 0.75))
  turned(ctx, pose, '9 272, 11 278 3, 8 286 3, 0 288', metal(palette.metal, 0.8))
  turned(ctx, pose, '57 12, 57 20', metal(mix(copper, palette.metal, 0.8), 0.6), true)

  function hammered(on: Ctx, radius: number, from: number, to: number): void {
    within(on, pose, () => {
      for (let row = 0; row * 11 + from < to; row += 1) {
        for (let column = -5; column <= 5; column += 1) {
          const angle = (column + (row % 2) / 2) * 0.27
          if (Math.abs(angle) > 1.35) continue
          const [x, y] = onSide(pose, radius, angle, from + row * 11)
          const width = 6.6 * Math.cos(angle)
          on.beginPath()
          on.ellipse(x, y, width, 4.8, 0, 0, Math.PI * 2)
          on.fillStyle = 'rgba(92,38,18,0.2)'
          on.fill()
          on.beginPath()
          on.ellipse(x + 0.9, y + 1, width * 0.75, 3.4, 0, 0, Math.PI * 2)
          on.fillStyle = 'rgba(255,214,180,0.26)'
          on.fill()
        }
      }
    })
  }
}

/** A glass bottle with an infuser, a sleeve and a wooden cap. */
export function infuserBottle(ctx: Ctx, palette: Palette): void {
  const pose = upright(320, ground)
  shadows(ctx, [roundCast(pose, 50, 240)], 0.75)
  within(ctx, pose, () => {
    const brew = ctx.createLinearGradient(-48, 0, 48, 0)
    brew.addColorStop(0, 'rgba(214,140,44,0.9)')
    brew.addColorStop(0.4, 'rgba(236,178,86,0.75)')
    brew.addColorStop(1, 'rgba(176,98,30,0.9)')
    ctx.fillStyle = brew
    ctx.beginPath()
    ctx.roundRect(-46, -196, 92, 205, [4, 4, 22, 22])
    ctx.fill()
    ctx.fillStyle = 'rgba(255,226,170,0.8)'
    ctx.beginPath()
    ctx.ellipse(0, -196, 46, 16, 0, 0, Math.PI * 2)
    ctx.fill()
  })
  turned(ctx, pose, '20 160, 22 168 3, 22 232', metal(steel, 0.3))
  turned(ctx, pose, '44 0, 49 3 5, 50 20 4, 50 222 10, 40 236', glass(hex('#cfdcd6'), 0.1), true)
  turned(ctx, pose, '51 26, 52 30 2, 52 118 2, 51 122', matte(palette.main), true)
  within(ctx, pose, () => deboss(ctx, 'leaf', -8, -52, 17, palette.main, 0.95))
  turned(ctx, pose, '43 234 1, 44 237 2, 44 264 4, 38 268 2, 0 268', matte(mix(walnut, oak, 0.4)))
  soft(ctx, 2, (pad) => {
    pad.fillStyle = 'rgba(255,255,250,0.5)'
    pad.fillRect(pose.x - 38, pose.y - 206, 5, 74)
  })
}
