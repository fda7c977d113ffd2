import { imageName } from '../catalogue/fingerprint.ts'
import type { Mark } from '../drawing/mark.ts'

/** An invented company's word mark. */
export interface ClientLogo {
  /** As the database has it; it says that nobody is meant. */
  readonly name: string
  /** Its object name in the bucket `product-images`. */
  readonly image: string
  readonly word: string
  readonly mark: Mark
  /** Between light and dark, so that it can be read on either. */
  readonly colour: string
  /** Thickness of the strokes and the space between letters, for letters 100 high. */
  readonly weight: number
  readonly spacing: number
  /** The mark beside the word, over it, or instead of a frame around it. */
  readonly layout: 'beside' | 'over' | 'framed'
}

/** The demo's clients. Every name is made up. */
export const clientLogos: readonly ClientLogo[] = [
  logo('Velmora', 'lotus', '#a0589a', 13, 34, 'beside'),
  logo('Orbisel', 'rings', '#2f8791', 20, 24, 'beside'),
  logo('Zyvantra', 'diamond', '#b07a1e', 10, 44, 'framed'),
  logo('Lumivane', 'sun', '#b3603e', 15, 30, 'over'),
  logo('Tarsina', 'leaf', '#4a8a64', 17, 28, 'beside'),
  logo('Quillova', 'paisley', '#5f7fa8', 9, 48, 'over'),
  logo('Brindaro', 'petals', '#a8574e', 24, 26, 'beside'),
  logo('Kestrova', 'diamond', '#8a7760', 14, 40, 'framed'),
]

function logo(
  name: string,
  mark: Mark,
  colour: string,
  weight: number,
  spacing: number,
  layout: ClientLogo['layout'],
): ClientLogo {
  return {
    name: `${name} (demo)`,
    image: imageName(`logo ${name}`),
    word: name.toUpperCase(),
    mark,
    colour,
    weight,
    spacing,
    layout,
  }
}
