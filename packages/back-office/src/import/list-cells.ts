import { singleBlanks } from './sheet.ts'

/** A cell that means no or an unknown value. */
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

const countWords = String.raw`(?:(?:pcs?|pieces?|nos?|units?)\.?)`

/** Signs that separate values in some cells, and are part of one in others ("Black / White"). A count may follow a dash: "Mug - 2 pcs". */
const unclear = {
  '/': /\s*\/\s*/,
  '-': new RegExp(String.raw`\s+[-–—]\s+(?!\d{1,5}\s*${countWords}?\s*(?:$|[-–—]))`, 'i'),
  '&': /\s+(?:&|and|और)\s+|(?<=\p{L}{3})&(?=\p{L}{3})/iu,
  or: /\s+(?:or|या)\s+/i,
  '+': /\s+\+\s+|(?<=\p{L}{2})\+(?=\p{L}{2})/u,
} as const

/** Hyphens without blanks may separate where two or more stand between words: "Red-Blue-Black", and not "Off-white". */
const hyphenated = /^\p{L}[\p{L} ]{2,}(?:-\p{L}[\p{L} ]{2,}){2,}$/u

/** Nothing separates within brackets: "Red (matt, soft), Blue". */
const splitOutside = (text: string, sign: RegExp) =>
  text.split(
    text.includes('(') && text.length < maxLength
      ? new RegExp(String.raw`(?:${sign.source})(?![^()]*\))`, sign.flags)
      : sign,
  )
const splitAt = (sign: UnclearSign, name: string) =>
  splitOutside(name, sign === '-' && hyphenated.test(name) ? /-/ : unclear[sign])

export type UnclearSign = keyof typeof unclear
export const unclearSigns = Object.keys(unclear) as UnclearSign[] // its own keys

export interface ListReading {
  /** Whether a value exists, whose name may hold a separator. */
  readonly isKnown?: ((name: string) => boolean) | undefined
  readonly signs?: readonly UnclearSign[] | undefined
  /** Whether names are read to the letter. */
  readonly isLiteral?: boolean
}

/** Numbers before the values of a list, "1) Red 2) Blue". */
const listNumber = String.raw`\(?\d{1,2}(?:\)|\.(?!\d))\s*`
const numbered = new RegExp(String.raw`^\(?1[).]\s*\D.*[\s,|]\(?2[).]`, 's')
const listNumbers = new RegExp(String.raw`(?<![^\s,|])${listNumber}`, 'g')

/** The parts of a cell between certain separators: semicolons (doubled for one in a name), or else commas, bars, bullets, numbers and line breaks. */
function clearParts(written: string, { isKnown }: ListReading): readonly string[] {
  const cell = singleBlanks(written)
  if (cell.includes(';'))
    return cell
      .replaceAll(';;', '\u0000')
      .split(';')
      .map((part) => part.replaceAll('\u0000', ';'))
  if (isKnown?.(written) === true) return [written]
  const named = cell.length > maxLength ? cell : cell.replace(wordsBefore, '')
  const bare =
    cell.length > maxLength || named.includes('(')
      ? named.replace(/^\(([^()]*)\)$/, '$1')
      : named.replace(wordsAfter, '')
  const text = (numbered.test(bare) ? bare.replaceAll(listNumbers, '\n') : bare).replaceAll(
    /\band\/or\b/gi,
    'or',
  )
  return splitOutside(text, /[,，、|\\~\n•·●▪◦■►]/).map((part) =>
    part.trim().replace(/^(?:and|or|&|और|या)\s+/i, ''),
  )
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
            names.flatMap((name) => (reading.isKnown?.(name) === true ? name : splitAt(sign, name))),
          parts,
        )
  )
    .map((name) => name.trim())
    .filter((name) => name !== '' && (isExplicit || !(isNone(name) || emptyValue.test(name))))
}

/** The signs in a cell that only a person can interpret as separators. */
export function unclearIn(cell: string, reading: ListReading): readonly UnclearSign[] {
  if (cell.includes(';')) return []
  const parts = clearParts(cell, reading).filter((part) => reading.isKnown?.(part) !== true)
  return unclearSigns.filter((sign) => parts.some((part) => splitAt(sign, part).length > 1))
}

/** A value of a list with how many of it there are, where the cell says so. */
interface CountedName {
  readonly name: string
  readonly quantity?: string | undefined
}

const countBefore = new RegExp(
  String.raw`^(?<count>\d{1,5})\s*(?:[x×]|pcs?\.?|pieces|nos?\.?|units?)\s+(?:of\s+)?(?<name>.+)$`,
  'is',
)
const countBehind = new RegExp(
  String.raw`^(?<name>\S.*?)(?:\s*\s[x×]\s*(?<times>\d{1,5})|\s*[\s(:=–-]+(?<count>\d{1,5})\s*${countWords}\)?)$`,
  'is',
)
/** What "2 in 1 pen", "4 port hub", "5 star hamper" and "12 month planner" count is part of the name. */
const bareBefore =
  /^(?<count>\d{1,2}) (?!(?:in|x|cms?|mm|m|ml|l|ltrs?|lit(?:re|er)s?|kg|g|gms?|oz|[gmt]b|mah|w|watts?|v|carat|inch|layers?|tiers?|ply|ports?|ways?|folds?|colou?rs?|tones?|months?|years?|pages?|sheets?|subjects?|pockets?|piece|pc|pcs|stars?)\b)(?<name>\p{L}.*)$/isu
const bareBehind =
  /^(?!.*\b(?:pantone|pms|ral|shade|code|no)\b)(?<name>\p{L}.*?)(?: ?[:=(–-] ?| )(?<count>[1-9]\d{0,4})\)?$/isu

/** A longer value has no count. */
const maxCountedLength = 200

/**
 * The names in a cell with their counts: "2 x Cup", "Cup (2 pcs)", and a bare number where every value has one, "Red 20, Blue 30",
 * or where it fits the word behind it, "1 Diary, 2 Mugs". A bare number above `most` is part of the name.
 */
export function countedNames(names: readonly string[], most = Infinity): readonly CountedName[] {
  const found = (name: string, form: RegExp) => (name.length > maxCountedLength ? null : form.exec(name))
  const foundBare = (name: string, form: RegExp) => {
    const one = found(name, form)
    return Number(one?.groups?.['count']) > most ? null : one
  }
  const clear = names.map((name) => found(name, countBefore) ?? found(name, countBehind))
  const bare = [bareBefore, bareBehind]
    .map((form) => names.map((name, index) => clear[index] ?? foundBare(name, form)))
    .find((all) => {
      const distinct = new Set(all.map((one) => one?.groups?.['name']?.toLowerCase()))
      return names.length > 1 && !all.includes(null) && distinct.size === names.length
    })
  return names.map((name, index) => {
    const fitting = foundBare(name, bareBefore)
    const isFitting = fitting?.groups?.['count'] === '1' || /[^s]s$/i.test(name)
    const one = clear[index] ?? bare?.[index] ?? (isFitting ? fitting : null)
    const { name: named = name, count, times = count } = one?.groups ?? {}
    return { name: named.trim(), quantity: times }
  })
}

/** How many colours a branding method prints: "Screen print (4 colours)", "Pad print - up to 2 col". */
const printedColours =
  /^(?<name>.{1,200}?)[\s(:–-]{1,10}(?:up ?to |max\.? )?(?<count>\d) ?-?col(?:ou?rs?|\.)?\)?$/isu

/**
 * Branding methods with the colours that they print where a cell says so, without how many there are.
 * @param isKnown whether a method exists by that very name
 */
export function brandingIn(names: readonly string[], isKnown: (name: string) => boolean = () => false) {
  return countedNames(names).map(({ name }, index) => {
    const written = names[index] ?? name
    if (isKnown(written)) return written
    const { name: method = name, count } = printedColours.exec(name)?.groups ?? {}
    return count === undefined ? method : { name: method.trim(), colours: Number(count) }
  })
}
