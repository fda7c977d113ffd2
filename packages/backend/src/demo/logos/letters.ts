/** A capital of the house's own monoline alphabet: SVG path data, 100 high, and its width. */
type Letter = readonly [path: string, width: number]

const letters: Readonly<Record<string, Letter>> = {
  A: ['M0 100L38 0L76 100M15 64L61 64', 76],
  B: ['M0 46L36 46A27 27 0 0 1 36 100L0 100L0 0L33 0A23 23 0 0 1 33 46', 63],
  D: ['M0 0L0 100L28 100A50 50 0 0 0 28 0Z', 78],
  E: ['M56 0L0 0L0 100L56 100M0 50L48 50', 56],
  I: ['M0 0L0 100', 0],
  K: ['M0 0L0 100M60 0L0 60M21 42L63 100', 63],
  L: ['M0 0L0 100L52 100', 52],
  M: ['M0 100L0 0L42 72L84 0L84 100', 84],
  N: ['M0 100L0 0L66 100L66 0', 66],
  O: ['M50 0A50 50 0 1 0 50 100A50 50 0 1 0 50 0Z', 100],
  Q: ['M50 0A50 50 0 1 0 50 100A50 50 0 1 0 50 0ZM60 66L94 104', 100],
  R: ['M0 100L0 0L34 0A27 27 0 0 1 34 54L0 54M32 54L64 100', 64],
  S: ['M58 16C46 -6 4 -6 6 26C8 56 60 44 60 74C60 106 10 106 0 82', 62],
  T: ['M0 0L68 0M34 0L34 100', 68],
  U: ['M0 0L0 67A33 33 0 0 0 66 67L66 0', 66],
  V: ['M0 0L37 100L74 0', 74],
  Y: ['M0 0L35 50L70 0M35 50L35 100', 70],
  Z: ['M0 0L62 0L0 100L64 100', 64],
}

/** The letters of a word with the place of each, and the width of the whole, for letters 100 high. */
export function setWord(
  word: string,
  spacing: number,
): { readonly paths: readonly (readonly [string, number])[]; readonly width: number } {
  let x = 0
  const paths = word.split('').map((character): readonly [string, number] => {
    const letter = letters[character]
    if (!letter) throw new Error(`The alphabet has no ${character}.`)
    const at = x
    x += letter[1] + spacing
    return [letter[0], at]
  })
  return { paths, width: x - spacing }
}
