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

const currency = String.raw`(?:rs\.?|inr|₹|rupees?)`
const amount = String.raw`\d[\d,]*(?:\.\d+)?(?: ?(?:k|thousand|hazaa?r)\b)?`
const currencyBehind = String.raw` ?(?:${currency}(?!\w)|/-)`
const money = (name: string) => String.raw`(?:${currency} ?)?(?<${name}>${amount})(?:${currencyBehind})?`
/** What may not follow: "500 ml", "32GB" and "999 silver" are no prices. */
const noUnit = String.raw`(?![\w%"”]|[.,-]\d| ?(?:[cm]?m|m?l|ltrs?|lit(?:re|er)s?|[mgt]b|k?gs?|gms?|grams?|gsm|m?ah|w|v|watts?|inch(?:es)?|ft|pcs?|pieces?|sets?|nos|units?|people|persons?|pax|pages?|days?|carat|percent)\b)`
const patterns = [
  String.raw`(?!20[1-4]\d\D+20[1-4]\d)(?:between )?${money('low')} ?(?:-|–|to|and|se) ?${money('high')}`,
  String.raw`(?:under|below|within|less than|not more than|up ?to|at most|max(?:imum)?|budget(?: of)?|<) ?${money('high')}`,
  String.raw`${money('high')} (?:(?:ke|se) (?:andar|kam)|tak|max|(?:or|and|&) (?:less|under|below))`,
  String.raw`(?:above|over|more than|from|at least|min(?:imum)?|>) ?${money('low')}`,
  String.raw`${money('low')}(?: ?\+| onwards| se (?:upar|zyada|jyada)| (?:or|and|&) (?:more|above|over))`,
  String.raw`${currency} ?(?<exact>${amount})(?:${currencyBehind})?`,
  String.raw`(?<exact>${amount})${currencyBehind}`,
  // A bare number is a price in front of one thing: "300 mug", and neither "100 mugs" nor "2027 diary".
  String.raw`^(?!20[1-4]\d\b)(?<exact>[1-9]\d{1,3}[09])(?= (?!silver|gold)[a-z]*(?:ss|[a-rt-z])\b)`,
].map((pattern) => new RegExp(String.raw`(?<![\w.,-])(?:${pattern})${noUnit}`, 'i'))

/** The first price in the words of a search; undefined without one. Numbers of anything else stay words. */
export function spokenPrice(q: string): SpokenPrice | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(q)
    const { exact, low = exact, high = exact } = found?.groups ?? {}
    const [from, to] = [rupees(low), rupees(high)]
    const bands = bandsBetween(exact === undefined ? from : (to ?? 0) - 1, to)
    if (found === null || bands.length === 0) continue
    const rest = `${q.slice(0, found.index)} ${q.slice(found.index + found[0].length)}`
    return {
      label: exact === undefined ? labelOf(from, to) : bands.join(' or '),
      bands,
      said: found[0].trim(),
      rest: rest.replaceAll(/\s+/g, ' ').trim(),
    }
  }
  return undefined
}

function rupees(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number.parseFloat(text.replaceAll(',', ''))
  return /[a-z]/i.test(text) ? number * 1000 : number
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
