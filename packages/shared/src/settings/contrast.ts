/** How a colour like "#4A2545" stands out from another: 1 for not at all, 21 for black on white (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether a text is a colour like "#4a2545". */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

/** The theme's colours, which a site has where its owner has chosen none. */
export const themeColours = { primary: '#4a2545', accent: '#e39a1b' }
/** The darkest of the grounds that the primary colour is read on, and the ink on the accent. */
const paper = '#f4ede3'
const ink = '#241b2f'

/** A pair of colours that are seen one on the other. */
export interface ColourPair {
  /** "Text in this colour on the website's paper". */
  readonly what: string
  readonly ratio: number
  readonly least: number
}

/**
 * The contrasts that a choice of colours makes; those of the theme are used for what is not chosen. The form refuses too low
 * ones.
 */
export function colourPairs(
  primary: string,
  accent: string,
): readonly [primary: ColourPair, accent: ColourPair, both: ColourPair] {
  const first = isColour(primary) ? primary : themeColours.primary
  const second = isColour(accent) ? accent : themeColours.accent
  return [
    { what: 'Text in this colour on the website’s paper', ratio: contrast(first, paper), least: 4.5 },
    { what: 'Dark text on this colour', ratio: contrast(second, ink), least: 4.5 },
    { what: 'The two colours on each other', ratio: contrast(first, second), least: 3 },
  ]
}

/** "Dark text on this colour: 3.2 to 1, and at least 4.5 to 1 is needed". */
export function describeContrast({ what, ratio, least }: ColourPair): string {
  // Rounded down, so that no refused ratio reads like an accepted one.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return ratio < least
    ? `${what}: ${shown} to 1, and at least ${least} to 1 is needed`
    : `${what}: ${shown} to 1`
}
