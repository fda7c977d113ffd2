import { type BudgetBand, budgetBands } from './budget.ts'

/** A price in the words of a search (product.md, section 2, Search). */
export interface SpokenPrice {
  /** As an applied filter names it: "Up to Rs.500". */
  readonly label: string
  /** The budget bands that such a price can lie in. */
  readonly bands: readonly BudgetBand[]
  /** The words that say it: "under 500". */
  readonly said: string
  /** The other words; empty when there are none. */
  readonly rest: string
}

const currency = String.raw`(?:rs\.?|inr|₹|rup[aeiy]{1,3}s?)`
/** Thousands and lakhs are written with digits, too: "1.5k"; hundreds are spelled out: "paanch sau". */
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  sau: 100,
  k: 1000,
  thousand: 1000,
  hazar: 1000,
  hazaar: 1000,
  lakh: 100_000,
}
const digits = [
  'one|ek',
  'two|do',
  'three|teen',
  'four|char',
  'five|paanch|panch',
  'six|chhe',
  'seven|saat',
  'eight|aath',
  'nine|nau',
]
const scale = String.raw`(?:${Object.keys(scales).join('|')})\b`
const amount = String.raw`(?:\d[\d,]*(?:\.\d+)?(?: ?${scale})?|(?:${digits.join('|')}) ${scale})`
const currencyBehind = String.raw` ?(?:${currency}(?!\w)|/-)`
const money = (name: string) => String.raw`(?:${currency} ?)?(?<${name}>${amount})(?:${currencyBehind})?`
/** Excluded continuations: "500 ml", "32GB", "999 silver" and "300 employees" are no prices. */
const noUnit = String.raw`(?![\w%"”]|[.,-]\d| ?(?:[cm]?m|m?l|ltrs?|lit(?:re|er)s?|[mgt]b|k?gs?|gms?|grams?|gsm|m?ah|w|v|watts?|inch(?:es)?|ft|pcs?|pieces?|sets?|nos|units?|people|persons?|pax|employees|staff|doctors|guests|pages?|days?|carat|percent)\b)`
const noYear = String.raw`(?!20[1-4]\d\b)`
const atMost = String.raw`(?:und(?:er|r)|bell?ow|with ?in|less th[ae]n|(?:no|not) (?:more th[ae]n|above|over|exceeding|beyond)|up[ -]?to|at most|max(?:imum)?|budget(?: of| is|:)?|[<≤]=?)`
const atLeast = String.raw`(?:above|over|more th[ae]n|from|starting(?: from| at)?|at least|min(?:imum)?|[>≥]=?)`
const patterns = [
  String.raw`${atLeast} ?${money('low')} ?(?:and|but|to)? ?${atMost} ?${money('high')}`,
  String.raw`(?!20[1-4]\d\D+20[1-4]\d)(?:between |from )?${money('low')} ?(?:-|–|—|to|and|aur|se) ?${money('high')}`,
  String.raw`${atMost} ?${money('high')}`,
  String.raw`${money('high')} (?:(?:ke|se) (?:andar|under|kam|nee?che|niche)|tak|max|(?:or|and|&) (?:less|under|below))`,
  String.raw`${atLeast} ?${money('low')}`,
  String.raw`${money('low')}(?: ?\+| plus| onwards| se (?:upar|zyada|jyada)| (?:or|and|&) (?:more|above|over))`,
  // "around 500" is on both sides of a border, and "around 300 mugs" a quantity.
  String.raw`(?:around|about|approx(?:imately|\.)?|near(?:ly)?|roughly) ?${noYear}${money('near')}(?! [a-z]+[^s]s\b)`,
  String.raw`${currency} ?(?<exact>${amount})(?:${currencyBehind})?`,
  String.raw`(?<exact>${amount})${currencyBehind}`,
  String.raw`(?:(?:at|in|worth|price|priced(?: at)?|cost(?:ing)?|rate)(?: is| of|:)? |@ ?)${noYear}(?<exact>${amount})`,
  String.raw`${noYear}(?<exact>${amount})(?= (?:budget|range|wal[aei]|k[aei]|each|per (?:piece|gift|head|person))\b)`,
  // A bare number is a price before a singular: "300 mug", but not "100 mugs" or "2027 diary".
  String.raw`^${noYear}(?<exact>[1-9]\d{1,3}[09])(?= (?!silver|gold)[a-z]*(?:ss|[a-rt-z])\b)`,
].map(
  (pattern) =>
    new RegExp(
      // With the words around a price that say nothing of the gift.
      String.raw`(?<![\w.,-])(?:my |our )?(?:(?:(?:price|budget|cost)(?: range)?(?: is| of|:)?|at|in|worth) )?(?:${pattern})${noUnit}(?: (?:each|only|budget|range|tak|wal[aei]|ke beech|k[aei]|per (?:piece|pc|gift|head|person|unit))\b)*`,
      'i',
    ),
)

/** The first price in the words of a search; undefined without one. Numbers of anything else stay words. */
export function spokenPrice(q: string): SpokenPrice | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(q)
    const { exact, near, low = exact, high = exact } = found?.groups ?? {}
    const [from, to] = [numberIn(low), numberIn(high)]
    const about = numberIn(near)
    const bands =
      about === undefined
        ? bandsBetween(exact === undefined ? from : (to ?? 0) - 1, to)
        : bandsBetween(about * 0.9, about * 1.1)
    if (found === null || bands.length === 0) continue
    return {
      label: exact === undefined && near === undefined ? labelOf(from, to) : bands.join(' or '),
      bands,
      said: found[0].trim(),
      rest: without(q, found),
    }
  }
  return undefined
}

/** A quantity in the words of a search: "250 pieces" (product.md, section 2, Search). */
export interface SpokenQuantity {
  readonly quantity: string
  /** The words that say it. */
  readonly said: string
  /** The other words; empty when there are none. */
  readonly rest: string
}

const people = 'employees|people|persons|pax|staff|guests|members|attendees'
const ofOneGift = String.raw` (?:[a-z]+ )?(?:set|kit|pack|combo|box)\b`
/** Up to 99 pieces, and "piece" in front of a set, count the parts of one gift: "12 pcs cutlery", "24 pieces dinner set", "101 piece tool kit". */
const pieces = String.raw`[2-9]\d(?!\d|[,.]\d|k\b| ?\+? ?(?!${people})[a-z]+\.?${ofOneGift})|[1-9][\d,]{2,6}|[1-9]\d*(?:\.\d)?k`
const quantityPattern = new RegExp(
  String.raw`(?<!\bof )(?<![\w.,-])(?:(?:for|around|about|approx\.?|at least|min(?:imum)?) )?(?:(?<number>${pieces}) ?\+? ?(?:(?:pieces|pcs|nos|units|qty|quantity|pc(?!${ofOneGift})|piece(?!${ofOneGift}))\b\.?|(?:${people})\b|(?:पीस|नग)(?![\p{L}\p{M}]))|(?:qty|quantity)(?: |: ?|)(?<named>${pieces})(?![\w.]))(?! (?:[a-z]+ )?puzzle\b)`,
  'iu',
)

/** The first quantity in the words of a search; undefined without one. */
export function spokenQuantity(q: string): SpokenQuantity | undefined {
  const found = quantityPattern.exec(q)
  const { number, named = number } = found?.groups ?? {}
  const quantity = numberIn(named)
  if (!found || quantity === undefined) return undefined
  return { quantity: String(Math.round(quantity)), said: found[0].trim(), rest: without(q, found) }
}

/** The price and the quantity in the words of a search, their words, and the remaining ones. */
export function spokenFilters(q: string) {
  const price = spokenPrice(q)
  const quantity = spokenQuantity(price?.rest ?? q)
  const said = [price?.said, quantity?.said].filter(Boolean).join(' ')
  return { price, quantity, said, words: quantity?.rest ?? price?.rest ?? q }
}

/** A text without the matches. */
function without(q: string, found: RegExpExecArray): string {
  return `${q.slice(0, found.index)} ${q.slice(found.index + found[0].length)}`.replaceAll(/\s+/g, ' ').trim()
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, number = '', word = '', name = ''] = /^([\d.,]*) ?(?:([a-z]+) )?([a-z]*)$/i.exec(text) ?? []
  const spelled = digits.findIndex((names) => names.split('|').includes(word.toLowerCase())) + 1
  return (spelled || Number.parseFloat(number.replaceAll(',', ''))) * (scales[name.toLowerCase()] ?? 1)
}

/** A price on the border of two bands lies in the cheaper one. */
function bandsBetween(low = 0, high = Number.POSITIVE_INFINITY): readonly BudgetBand[] {
  return budgetBands.filter((band) => {
    const [from = 0, to = Number.POSITIVE_INFINITY] = (band.match(/\d+/g) ?? []).map(Number)
    return from < high && to > low
  })
}

function labelOf(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `Up to Rs.${high}`
  return high === undefined ? `From Rs.${low}` : `Rs.${low}-${high}`
}
