import { type Paint, css, darken, hex, lighten, mix } from '../drawing/colour.ts'
import { gloss, matte, metal } from '../drawing/material.ts'
import { type Palette, leafGreen, oak, walnut } from '../drawing/palette.ts'
import { type Ctx, type Pose, upright } from '../drawing/pose.ts'
import { roundCast, shadows, soft } from '../drawing/soft.ts'
import { tube } from '../drawing/tube.ts'
import { mouth, sphere, turned } from '../drawing/turned.ts'

/** A desk lamp with a dome shade and its light. */
export function lamp(ctx: Ctx, palette: Palette): void {
  const base = upright(262, 402)
  shadows(ctx, [roundCast(base, 76, 40)])
  soft(ctx, 26, (pad) => {
    pad.beginPath()
    pad.ellipse(420, 398, 120, 34, 0, 0, Math.PI * 2)
    pad.fillStyle = 'rgba(255,214,140,0.55)'
    pad.fill()
  })
  turned(ctx, base, '70 0, 76 3 3, 76 10 4, 60 16 4, 0 17', gloss(palette.main, 0.4))
  turned(ctx, base, '12 15, 13 18 2, 11 28 3', metal(palette.metal, 0.6))
  tube(ctx, 'M262 378L262 236C262 130 402 106 416 176', 11, metal(palette.metal, 0.55))
  const shade: Pose = { x: 424, y: 262, yaw: 0, pitch: 0.2, roll: -0.16 }
  soft(ctx, 18, (pad) => {
    pad.beginPath()
    pad.moveTo(360, 262)
    pad.lineTo(480, 254)
    pad.lineTo(540, 396)
    pad.lineTo(320, 396)
    pad.fillStyle = 'rgba(255,222,150,0.3)'
    pad.fill()
  })
  ctx.beginPath()
  ctx.ellipse(424, 260, 76, 17, -0.16, 0, Math.PI * 2)
  ctx.fillStyle = '#fff1c8'
  ctx.fill()
  turned(ctx, shade, '78 0, 78 4 1, 70 44 34, 26 84 20, 14 90 3, 12 98 2, 0 100', gloss(palette.main, 0.5))
}

/** A globe paperweight on a turned base. */
export function globe(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 400)
  shadows(ctx, [roundCast(pose, 70, 210)])
  turned(ctx, pose, '70 0, 74 3 3, 72 14 5, 40 24 8, 16 44 10, 14 62', gloss(walnut, 0.4))
  turned(ctx, pose, '15 60, 18 64 2, 18 70 2', metal(palette.metal, 0.7))
  const [x, y, r] = [318, 226, 108]
  const sea = gloss(palette.main, 0.6)
  turned(ctx, { ...pose, x, y: y + 2, pitch: 0.36 }, sphere(r), sea)
  ctx.save()
  ctx.beginPath()
  ctx.arc(x, y + 2, r, 0, Math.PI * 2)
  ctx.clip()
  ctx.strokeStyle = css(lighten(palette.metal, 0.25), 0.55)
  ctx.lineWidth = 1.2
  for (const width of [0.3, 0.62, 0.86]) {
    ctx.beginPath()
    ctx.ellipse(x, y + 2, r * width, r, 0.36, 0, Math.PI * 2)
    ctx.stroke()
  }
  for (const lift of [-0.6, -0.25, 0.15, 0.55]) {
    ctx.beginPath()
    ctx.ellipse(x - lift * 40, y + 2 + lift * r, r * Math.sqrt(1 - lift * lift), r * 0.24, 0.36, 0, Math.PI)
    ctx.stroke()
  }
  ctx.fillStyle = css(lighten(palette.metal, 0.12), 0.92)
  for (const land of [
    [
      [-70, -52],
      [-30, -78],
      [10, -62],
      [2, -34],
      [-28, -22],
      [-40, 4],
      [-62, -14],
    ],
    [
      [-22, 12],
      [8, 18],
      [20, 44],
      [0, 84],
      [-18, 60],
      [-30, 30],
    ],
    [
      [34, -46],
      [74, -40],
      [92, -6],
      [66, 22],
      [44, 4],
      [28, -16],
    ],
    [
      [58, 42],
      [84, 36],
      [80, 62],
      [60, 64],
    ],
  ]) {
    ctx.beginPath()
    land.forEach(([dx = 0, dy = 0], index) => {
      const [nx = 0, ny = 0] = land[(index + 1) % land.length] ?? []
      if (index === 0) ctx.moveTo(x + (dx + nx) / 2, y + (dy + ny) / 2)
      const [mx = 0, my = 0] = land[(index + 2) % land.length] ?? []
      ctx.quadraticCurveTo(x + nx, y + ny, x + (nx + mx) / 2, y + (ny + my) / 2)
    })
    ctx.fill()
  }
  const shade = ctx.createRadialGradient(x - 40, y - 46, 10, x, y, r * 1.12)
  shade.addColorStop(0, 'rgba(255,252,244,0.3)')
  shade.addColorStop(0.4, 'rgba(30,12,30,0)')
  shade.addColorStop(1, 'rgba(30,10,30,0.5)')
  ctx.fillStyle = shade
  ctx.fillRect(x - r, y - r, r * 2, r * 2 + 4)
  ctx.restore()
  tube(ctx, (path) => path.arc(x, y + 2, r + 9, -1.9, 1.95), 7, metal(palette.metal, 0.6))
}

/** A succulent in a glazed planter. */
export function planter(ctx: Ctx, palette: Palette): void {
  const pose = upright(318, 404)
  shadows(ctx, [roundCast(pose, 74, 220)])
  turned(ctx, pose, '80 0, 84 3 3, 84 12 3', gloss(oak, 0.2))
  turned(ctx, pose, '54 12, 62 16 5, 86 118 6', gloss(palette.main, 0.6), true)
  turned(ctx, pose, '70.5 66, 74 80', matte(lighten(palette.pale, 0.1)), true)
  turned(ctx, pose, '86 116, 89 119 2, 82 122 1', gloss(lighten(palette.main, 0.1), 0.6), true)
  mouth(ctx, pose, 82, 121, hex('#4a352c'), { paint: hex('#3d2a22'), depth: 8 })
  const [x, y] = [318, 292]
  const greens = [leafGreen, mix(leafGreen, hex('#a9c48a'), 0.5), darken(leafGreen, 0.3)]
  const spread: readonly (readonly [number, number, number])[] = [
    [-1.25, 112, 0],
    [1.25, 112, 2],
    [-0.9, 140, 1],
    [0.9, 138, 2],
    [-0.55, 164, 0],
    [0.55, 160, 2],
    [-0.26, 182, 1],
    [0.28, 176, 0],
    [0, 192, 1],
    [-1.05, 92, 1],
    [1.05, 90, 0],
    [-0.6, 112, 0],
    [0.62, 108, 2],
    [-0.2, 124, 1],
    [0.24, 118, 0],
  ]
  for (const [lean, length, tone] of spread)
    blade(ctx, x + lean * 26, y + 8, lean, length, greens[tone] ?? leafGreen)
}

function blade(ctx: Ctx, x: number, y: number, lean: number, length: number, paint: Paint): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(lean * 0.72)
  const width = 15 + length * 0.035
  const fill = ctx.createLinearGradient(-width, 0, width, 0)
  fill.addColorStop(0, css(lighten(paint, 0.42)))
  fill.addColorStop(0.46, css(paint))
  fill.addColorStop(0.54, css(darken(paint, 0.22)))
  fill.addColorStop(1, css(darken(paint, 0.5)))
  ctx.beginPath()
  ctx.moveTo(-width * 0.5, 0)
  ctx.bezierCurveTo(-width * 1.15, -length * 0.4, -width * 0.7, -length * 0.75, lean * 8, -length)
  ctx.bezierCurveTo(width * 0.9, -length * 0.7, width * 1.1, -length * 0.35, width * 0.5, 0)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
  ctx.strokeStyle = css(lighten(paint, 0.6), 0.35)
  ctx.lineWidth = 1
  ctx.stroke()
  ctx.restore()
}
