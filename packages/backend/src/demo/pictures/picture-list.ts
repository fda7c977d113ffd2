import { imageWidths } from '@giftwell/shared/domain/image-sizes.ts'
import { allLines } from '../catalogue/all-lines.ts'
import { fingerprint, imageName } from '../catalogue/fingerprint.ts'
import { type Backdrop, paperOf } from '../drawing/backdrop.ts'
import { css } from '../drawing/colour.ts'
import { frame } from '../drawing/frame.ts'
import { type PaletteName, palettes as palettePaints } from '../drawing/palette.ts'
import type { Scene } from './paint-picture.ts'
import { type DrawingName, type Place, stagings } from './stagings.ts'

/** One picture of the demo catalogue. */
export interface Picture extends Scene {
  /** Its object name in the bucket `product-images`. */
  readonly name: string
  /** What stands in for it while it loads, as `#rrggbb`. */
  readonly colour: string
}

/** The widths that every picture is there in (see `imageWidths`). */
export const pictureWidths = imageWidths(frame)

const backdrops: Readonly<Record<Place, readonly Backdrop[]>> = {
  stand: [
    'arch',
    'sweep',
    'hills',
    'table',
    'leaf',
    'disc',
    'flutes',
    'window',
    'steps',
    'bold',
    'sweep',
    'dusk',
  ],
  flat: ['sweep', 'split', 'window', 'mat', 'leaf', 'bold', 'sweep', 'dusk'],
  wall: ['sweep', 'leaf', 'window', 'disc'],
}

// A dark product on evening paper is a black cat in a cellar.
const dark: ReadonlySet<PaletteName> = new Set(['charcoal', 'navy', 'leaf', 'teal', 'aubergine', 'brick'])

/** The name of the picture that shows a drawing in a palette. */
export function pictureName(drawing: DrawingName, palette: PaletteName): string {
  return imageName(`${drawing} ${palette}`)
}

/** Every picture that the catalogue's lines ask for. */
export function pictureList(): Picture[] {
  return allLines.flatMap(({ drawing, palettes }, line) =>
    palettes.map((palette, turn) => {
      const backdrop = backdropFor(drawing, palette, line * 5 + turn * 3)
      return {
        name: pictureName(drawing, palette),
        colour: css(paperOf(backdrop, palettePaints[palette])),
        drawing,
        palette,
        backdrop,
        zoom: 0.97 + (fingerprint(`zoom ${drawing} ${palette}`) % 8) / 100,
      }
    }),
  )
}

function backdropFor(drawing: DrawingName, palette: PaletteName, step: number): Backdrop {
  const choice = backdrops[stagings[drawing][0]]
  const kind = choice[step % choice.length] ?? 'sweep'
  if (kind !== 'dusk' || !dark.has(palette)) return kind
  return stagings[drawing][0] === 'stand' ? 'hills' : 'split'
}
