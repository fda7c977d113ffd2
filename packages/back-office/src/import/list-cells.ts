import { singleBlanks } from './sheet.ts'

/** A cell in which people say that there is no value, or that they do not know it. */
const noneForm =
  /^(?:[-–—_.?*\s]+|n\.?\s?[/.]?\s?a\.?|nil|none|null|not (?:applicable|available|known)|unknown|tb[acd]|to be (?:announced|confirmed|decided)|(?:price )?on (?:request|enquiry)|please (?:ask|enquire)|will confirm|किसी में नहीं|नहीं|लागू नहीं)\.?$/i

/** Whether a cell says that there is no value, or that it is not known. */
export const isNone = (cell: string) => cell.length < 40 && noneForm.test(cell.trim())

/** Values of a list that name nothing: "as shown", "3 colours", "no branding". */
const emptyValue =
  /^(?:(?:as|see) (?:shown|seen|displayed|above|per|the|in)\b.*|(?:any |available in |in )?\d{1,3}\s+(?:colou?rs?|shades?|options?|variants?|designs?)(?: available| options?)?|(?:no|without)(?: (?:branding|logo|colou?rs?|printing|options?))?|any|etc\.?|others?|n\.?a\.?)$/i

const wordsBefore =
  /^(?:(?:also )?(?:available|comes|offered)(?: in| with)?(?: \d{1,3})?(?: colou?rs?| shades?| options?)?\s*[:-]?\s+|(?:colou?rs?|shades?|options?|themes?|occasions?|methods?|set|contains?|includes?|contents?)(?: available)?\s*[:=]\s*|(?:set|any|in|choice) of \d{1,3}\s*[:(–-]\s*|(?:any )?\d{1,3} (?:colou?rs?|shades?|options?|items?|designs?)\s*[:(–-]\s*)/i
const wordsAfter =
  /(?:[\s,(]|&|\band\b)+(?:etc|and (?:many )?more|many more|more|as shown|available|only|colou?rs?|shades?)[\s.)]*$|(?:\.{3}|…|\))$/i

/** A longer cell has no words around its list. */
const maxLength = 1000

/** Signs that separate values in some cells, and are part of one in others ("Black / White"). */
const unclear = {
  '/': /\s*\/\s*/,
  '-': /\s+[-–—]\s+/,
  '&': /\s+(?:&|and)\s+/i,
  '+': /\s+\+\s+/,
} as const

export type UnclearSign = keyof typeof unclear
export const unclearSigns = Object.keys(unclear) as UnclearSign[] // its own keys

export interface ListReading {
  /** Whether a value exists, whose name may hold a separator. */
  readonly isKnown?: ((name: string) => boolean) | undefined
  /** Which of the unclear signs separate values. */
  readonly signs?: readonly UnclearSign[] | undefined
}

/** The parts of a cell between what always separates: semicolons, two of which are one that is part of a name; or else commas, bars, bullets and line breaks. */
function clearParts(written: string, { isKnown }: ListReading): readonly string[] {
  const cell = singleBlanks(written)
  if (cell.includes(';'))
    return cell
      .replaceAll(';;', '\u0000')
      .split(';')
      .map((part) => part.replaceAll('\u0000', ';'))
  if (isKnown?.(written) === true) return [written]
  const named = cell.length > maxLength ? cell : cell.replace(wordsBefore, '')
  const bare = cell.length > maxLength || named.includes('(') ? named : named.replace(wordsAfter, '')
  return bare.split(/[,|\n•·]/).map((part) => part.trim().replace(/^(?:and|&)\s+/i, ''))
}

/** The names in a cell, without what only says that there are some. */
export function namesIn(cell: string, reading: ListReading = {}): string[] {
  if (cell.length < maxLength && emptyValue.test(cell.trim())) return []
  const parts = clearParts(cell, reading)
  const isExplicit = cell.includes(';')
  return (
    isExplicit
      ? parts
      : (reading.signs ?? []).reduce<readonly string[]>(
          (names, sign) =>
            names.flatMap((name) => (reading.isKnown?.(name) === true ? name : name.split(unclear[sign]))),
          parts,
        )
  )
    .map((name) => name.trim())
    .filter((name) => name !== '' && (isExplicit || !(isNone(name) || emptyValue.test(name))))
}

/** The signs in a cell of which only a person knows whether they separate. */
export function unclearIn(cell: string, reading: ListReading): readonly UnclearSign[] {
  if (cell.includes(';')) return []
  const parts = clearParts(cell, reading).filter((part) => reading.isKnown?.(part) !== true)
  return unclearSigns.filter((sign) => parts.some((part) => part.split(unclear[sign]).length > 1))
}
