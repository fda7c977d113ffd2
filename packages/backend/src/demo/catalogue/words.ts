import type { PaletteName } from '../drawing/palette.ts'

/** What people call the colours that a palette's pictures show. */
export interface PaletteWords {
  /** Two names of the product's own colour. */
  readonly colour: readonly [string, string]
  /** The second colour: bands, linings, ribbons. */
  readonly accent: string
  /** The metal of its fittings. */
  readonly metal: string
}

/** The words of every palette: a name must say what the picture shows. */
export const words: Readonly<Record<PaletteName, PaletteWords>> = {
  aubergine: { colour: ['Aubergine', 'Plum'], accent: 'Gold', metal: 'Brass' },
  marigold: { colour: ['Marigold', 'Saffron'], accent: 'Aubergine', metal: 'Brass' },
  teal: { colour: ['Teal', 'Peacock'], accent: 'Gold', metal: 'Brass' },
  ivory: { colour: ['Ivory', 'Cream'], accent: 'Tan', metal: 'Brass' },
  brick: { colour: ['Brick Red', 'Terracotta'], accent: 'Honey', metal: 'Copper' },
  leaf: { colour: ['Leaf Green', 'Forest Green'], accent: 'Mustard', metal: 'Brass' },
  copper: { colour: ['Rust', 'Amber Brown'], accent: 'Deep Teal', metal: 'Copper' },
  navy: { colour: ['Navy', 'Midnight Blue'], accent: 'Amber', metal: 'Silver-Tone' },
  blush: { colour: ['Blush', 'Rose'], accent: 'Wine', metal: 'Copper' },
  charcoal: { colour: ['Charcoal', 'Graphite'], accent: 'Amber', metal: 'Silver-Tone' },
  sage: { colour: ['Sage', 'Sage Green'], accent: 'Rust', metal: 'Brass' },
  sand: { colour: ['Sand', 'Beige'], accent: 'Slate', metal: 'Brass' },
}
