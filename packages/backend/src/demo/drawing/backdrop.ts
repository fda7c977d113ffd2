import { type Paint, css, darken, lighten, mix } from './colour.ts'
import { frame } from './frame.ts'
import type { Palette } from './palette.ts'
import { flutes, hills, mat, split } from './paper-scenery.ts'
import type { Ctx } from './pose.ts'
import { arch, disc, leaves, steps, table, window } from './scenery.ts'

/** What is behind the product, always the same lit paper. */
export type Backdrop =
  | 'sweep'
  | 'arch'
  | 'disc'
  | 'leaf'
  | 'window'
  | 'table'
  | 'steps'
  | 'flutes'
  | 'hills'
  | 'split'
  | 'mat'
  | 'bold'
  | 'dusk'

/** A sheet of tinted paper that curves from the wall to the floor, with the window light of the house. */
export function backdrop(ctx: Ctx, kind: Backdrop, palette: Palette): void {
  sheet(ctx, paperOf(kind, palette))
  if (kind === 'arch') arch(ctx, palette)
  if (kind === 'disc') disc(ctx, palette)
  if (kind === 'leaf') leaves(ctx, palette)
  if (kind === 'window') window(ctx, palette)
  if (kind === 'table') table(ctx, palette)
  if (kind === 'steps') steps(ctx, palette)
  if (kind === 'flutes') flutes(ctx, palette)
  if (kind === 'hills') hills(ctx, palette)
  if (kind === 'split') split(ctx, palette)
  if (kind === 'mat') mat(ctx, palette)
  pool(ctx, kind === 'dusk' ? 0.16 : 0.42)
}

/** The colour of the sheet, which most of every picture shows. */
export function paperOf(kind: Backdrop, palette: Palette): Paint {
  if (kind === 'dusk') return palette.night
  return kind === 'bold' ? mix(palette.accent, palette.paper, 0.34) : palette.paper
}

function sheet(ctx: Ctx, paper: Paint): void {
  const wall = ctx.createLinearGradient(0, 0, 0, frame.height)
  wall.addColorStop(0, css(darken(paper, 0.03)))
  wall.addColorStop(0.52, css(darken(paper, 0.085)))
  wall.addColorStop(0.66, css(lighten(paper, 0.1)))
  wall.addColorStop(1, css(darken(paper, 0.04)))
  ctx.fillStyle = wall
  ctx.fillRect(0, 0, frame.width, frame.height)
}

/** Light from the upper left, and a little night in the far corner. */
function pool(ctx: Ctx, strength: number): void {
  const light = ctx.createRadialGradient(150, 60, 10, 200, 130, 520)
  light.addColorStop(0, `rgba(255,250,238,${strength})`)
  light.addColorStop(0.5, `rgba(255,250,238,${strength * 0.22})`)
  light.addColorStop(1, 'rgba(60,30,50,0.11)')
  ctx.fillStyle = light
  ctx.fillRect(0, 0, frame.width, frame.height)
}
