/** A font of PDFs beside the first one, loaded from the site when one of its signs occurs. */
export interface PdfFont {
  readonly name: string
  /** Its package's files by weight, which the site has in `/fonts/`. */
  readonly normal: string
  readonly bold: string
  readonly signs: RegExp
}

function font(family: string, subset: string, signs: RegExp, boldWeight = 600): PdfFont {
  const file = (weight: number) => `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`
  return { name: family, normal: file(400), bold: file(boldWeight), signs }
}

const script = (name: string, signs: RegExp) => font(`noto-sans-${name}`, name, signs)

/** A test compares their characters with the files'. */
export const pdfFonts: readonly PdfFont[] = [
  script(
    'bengali',
    /[\u0980-\u0983\u0985-\u098C\u098F\u0990\u0993-\u09A8\u09AA-\u09B0\u09B2\u09B6-\u09B9\u09BC-\u09C4\u09C7\u09C8\u09CB-\u09CE\u09D7\u09DC\u09DD\u09DF-\u09E3\u09E6-\u09FE]/u,
  ),
  script(
    'gurmukhi',
    /[\u0A01-\u0A03\u0A05-\u0A0A\u0A0F\u0A10\u0A13-\u0A28\u0A2A-\u0A30\u0A32\u0A33\u0A35\u0A36\u0A38\u0A39\u0A3C\u0A3E-\u0A42\u0A47\u0A48\u0A4B-\u0A4D\u0A51\u0A59-\u0A5C\u0A5E\u0A66-\u0A76]/u,
  ),
  script(
    'gujarati',
    /[\u0A81-\u0A83\u0A85-\u0A8D\u0A8F-\u0A91\u0A93-\u0AA8\u0AAA-\u0AB0\u0AB2\u0AB3\u0AB5-\u0AB9\u0ABC-\u0AC5\u0AC7-\u0AC9\u0ACB-\u0ACD\u0AD0\u0AE0-\u0AE3\u0AE6-\u0AF1\u0AF9-\u0AFF]/u,
  ),
  script(
    'oriya',
    /[\u0B01-\u0B03\u0B05-\u0B0C\u0B0F\u0B10\u0B13-\u0B28\u0B2A-\u0B30\u0B32\u0B33\u0B35-\u0B39\u0B3C-\u0B44\u0B47\u0B48\u0B4B-\u0B4D\u0B55-\u0B57\u0B5C\u0B5D\u0B5F-\u0B63\u0B66-\u0B77]/u,
  ),
  script(
    'tamil',
    /[\u0B82\u0B83\u0B85-\u0B8A\u0B8E-\u0B90\u0B92-\u0B95\u0B99\u0B9A\u0B9C\u0B9E\u0B9F\u0BA3\u0BA4\u0BA8-\u0BAA\u0BAE-\u0BB9\u0BBE-\u0BC2\u0BC6-\u0BC8\u0BCA-\u0BCD\u0BD0\u0BD7\u0BE6-\u0BFA]/u,
  ),
  script(
    'telugu',
    /[\u0C00-\u0C0C\u0C0E-\u0C10\u0C12-\u0C28\u0C2A-\u0C39\u0C3C-\u0C44\u0C46-\u0C48\u0C4A-\u0C4D\u0C55\u0C56\u0C58-\u0C5A\u0C5D\u0C60-\u0C63\u0C66-\u0C6F\u0C77-\u0C7F]/u,
  ),
  script(
    'kannada',
    /[\u0C80-\u0C8C\u0C8E-\u0C90\u0C92-\u0CA8\u0CAA-\u0CB3\u0CB5-\u0CB9\u0CBC-\u0CC4\u0CC6-\u0CC8\u0CCA-\u0CCD\u0CD5\u0CD6\u0CDD\u0CDE\u0CE0-\u0CE3\u0CE6-\u0CEF\u0CF1-\u0CF3]/u,
  ),
  script(
    'malayalam',
    /[\u0D00-\u0D0C\u0D0E-\u0D10\u0D12-\u0D44\u0D46-\u0D48\u0D4A-\u0D4F\u0D54-\u0D63\u0D66-\u0D7F]/u,
  ),
  // Fractions, which are written as in their decomposition, with its slash.
  font('noto-sans', 'latin', /[\u00AC\u00B1-\u00B3\u00B5\u00B9\u00BC-\u00BE\u2032\u2033\u2044]/u),
  font(
    'noto-sans-math',
    'latin',
    /[\u0391-\u03A1\u03A3-\u03A9\u03B1-\u03C9\u0410-\u044F\u2020\u2021\u2025\u2034-\u2038\u203C\u2126\u2190-\u2211\u2213-\u2300\u2302\u2305\u2306\u25A0-\u25CB\u25CD-\u25FF\u2605\u2606\u263B-\u263E\u2640\u2642\u2660-\u2667\u2713\u27C0-\u27FF]/u,
    400,
  ),
  font(
    'noto-sans-symbols-2',
    'symbols',
    /[\u2600-\u2604\u260E-\u2612\u2614-\u2620\u2622\u2623\u2668\u267F\u26A0\u26A1\u26BD\u2700-\u2704\u2706-\u2709\u270B-\u2712\u2714-\u271C\u2722-\u2727\u2729\u272B-\u2735\u273A-\u273C\u273E-\u274B\u2753\u2756-\u2771\u2794\u2798-\u279A\u279C-\u27AF\u27B1-\u27BE]/u,
    400,
  ),
]

/** The first font's characters: Latin and Devanagari. */
export const firstSigns =
  /[\s\u0020-\u007E\u00A0-\u00A3\u00A5\u00A7-\u00AB\u00AD-\u00B0\u00B4\u00B6-\u00B8\u00BA\u00BB\u00BF-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0126\u0127\u012A\u012B\u012E-\u0131\u0136\u0137\u0139-\u013E\u0141-\u0148\u0150-\u0155\u0158-\u015B\u015E-\u0161\u0164\u0165\u016A\u016B\u016E-\u017E\u0218-\u021B\u0900-\u097F\u1CD0-\u1CF6\u200B-\u200D\u2010\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u2039\u203A\u20AC\u20B9\u2122\u2212\uA8E0-\uA8FF]/u

/** The path at which the site has a font's file. */
export const siteFontPath = (file: string) => `/fonts/${file.slice(file.lastIndexOf('/') + 1)}`

/** The fonts that the texts of a version need beside the first. */
export function fontsOf(version: unknown): readonly PdfFont[] {
  const runs = fontRuns(JSON.stringify(version))
  return [...new Set(runs.flatMap(({ font: each }) => each ?? []))]
}

/** A part of a text in one font; undefined is the first. */
export interface FontRun {
  readonly text: string
  readonly font: PdfFont | undefined
}

/** A text in the runs of its fonts. A sign that none has stays in the first, which draws a box. */
export function fontRuns(text: string): readonly FontRun[] {
  const runs: { text: string; font: PdfFont | undefined }[] = []
  for (const sign of signsOf(text)) {
    const last = runs.at(-1)
    // Joiners and marks belong to the letter before.
    const font = last !== undefined && /^[\p{M}\u200B-\u200D]$/u.test(sign) ? last.font : fontOf(sign)
    if (last?.font === font && last !== undefined) last.text += sign
    else runs.push({ text: sign, font })
  }
  return runs
}

/** The signs of texts that no font draws, each once. */
export function undrawnSigns(texts: readonly string[]): readonly string[] {
  const signs = texts.flatMap(signsOf).filter((sign) => !firstSigns.test(sign) && fontOf(sign) === undefined)
  return [...new Set(signs)]
}

function fontOf(sign: string): PdfFont | undefined {
  return firstSigns.test(sign) ? undefined : pdfFonts.find(({ signs }) => signs.test(sign))
}

/** The signs of a text: where no font has one, those that Unicode says it is like: "1⁄3" for "⅓", "°C" for "℃". */
function signsOf(text: string): readonly string[] {
  return Array.from(text.normalize('NFC').replaceAll(/[\uFE0E\uFE0F\u2060\uFEFF]/g, '')).flatMap((sign) => {
    if (firstSigns.test(sign) || fontOf(sign) !== undefined) return [sign]
    const like = Array.from(sign.normalize('NFKD'))
    return like.every((each) => firstSigns.test(each) || fontOf(each) !== undefined) ? like : [sign]
  })
}
