import { type Paint, hex } from './colour.ts'

/** The colours of one picture. Everything in it is made of these and of real materials. */
export interface Palette {
  /** The product's own colour. */
  readonly main: Paint
  /** A second colour that sits well beside it: bands, linings, ribbons. */
  readonly accent: Paint
  /** A quiet neutral that suits both. */
  readonly pale: Paint
  /** Metal parts. */
  readonly metal: Paint
  /** The paper behind, lit. */
  readonly paper: Paint
  /** The same paper a few tones deeper, for arches, discs and plinths. */
  readonly tone: Paint
  /** The paper of an evening picture. */
  readonly night: Paint
}

export const brass = hex('#c9973f')
export const copper = hex('#b9683f')
export const steel = hex('#b9bcc0')
export const walnut = hex('#7b4f32')
export const oak = hex('#c79a66')
export const kraft = hex('#c39b6d')
export const ivory = hex('#f1e7d3')
export const ink = hex('#2b2130')
export const leafGreen = hex('#3f7a57')
export const marigold = hex('#e39a1b')

/** The house's dozen. */
export const palettes = {
  aubergine: tones('#542a50', '#d9a441', '#efe3d4', brass, '#ecdfe3', '#d3bcc8', '#33203a'),
  marigold: tones('#e09a23', '#4a2545', '#f6ead2', brass, '#f7e8c8', '#ecc987', '#4a2545'),
  teal: tones('#23717a', '#e2b04a', '#e9ece2', brass, '#dbe8e4', '#a9c9c4', '#143f46'),
  ivory: tones('#ece0c9', '#8a5a3b', '#fbf5e8', brass, '#efe3d0', '#d8c3a3', '#4b3a38'),
  brick: tones('#a8452f', '#efc487', '#f3e3d3', copper, '#f3ddd0', '#dfb19c', '#4a2224'),
  leaf: tones('#35694b', '#dfa936', '#ecebd9', brass, '#e1e9d8', '#b5cba9', '#1f3d30'),
  copper: tones('#b76a44', '#2f4f4f', '#f1e0d0', copper, '#f2e1d3', '#dcb698', '#3d2a2c'),
  navy: tones('#27355c', '#d8a04a', '#e8e6e2', steel, '#dfe3ea', '#b2bdd0', '#1c2542'),
  blush: tones('#d69c94', '#7c3f4a', '#f8ebe4', copper, '#f7e6df', '#e6bfb4', '#5a3440'),
  charcoal: tones('#3b3a40', '#cf9a45', '#e6e2da', steel, '#e4dfd7', '#bdb4a8', '#2a282e'),
  sage: tones('#8fa283', '#b5653f', '#eff0e3', brass, '#e6eadb', '#c0ccb1', '#38463a'),
  sand: tones('#cbae84', '#39555a', '#f6ecdc', brass, '#f2e6d3', '#ddc6a2', '#2f4144'),
} as const

/** The name of one of the house's palettes. */
export type PaletteName = keyof typeof palettes

function tones(
  main: string,
  accent: string,
  pale: string,
  fittings: Paint,
  paper: string,
  tone: string,
  night: string,
): Palette {
  return {
    main: hex(main),
    accent: hex(accent),
    pale: hex(pale),
    metal: fittings,
    paper: hex(paper),
    tone: hex(tone),
    night: hex(night),
  }
}
