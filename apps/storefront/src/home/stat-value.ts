/** A parsed stat block value, whose number counts up (product.md, section 2, Stats). */
export interface StatValue {
  readonly number: number
  /** The formatted value at a lower number. */
  at(number: number): string
}

/** Parses a value such as "10,000+" or "95%", with its digit grouping. Null without digits. */
export function parseStatValue(value: string): StatValue | null {
  const digits = /\d[\d,]*(\.\d+)?/.exec(value)
  if (digits === null) return null
  const [text, fraction] = digits
  const before = value.slice(0, digits.index)
  const after = value.slice(digits.index + text.length)
  const number = Number(text.replaceAll(',', ''))
  const decimals = fraction === undefined ? 0 : fraction.length - 1
  const grouping = isGroupedInLakhs(text) ? 'lakhs' : text.includes(',') ? 'thousands' : 'none'
  return {
    number,
    at: (reached) =>
      reached >= number ? value : `${before}${writtenNumber(reached, grouping, decimals)}${after}`,
  }
}

/** Duration in milliseconds of the card at an index (product.md, section 9). */
export function countUpDuration(place: number): number {
  return 2000 + 200 * place
}

/** The counted number after `elapsed` milliseconds, with an ease-out. */
export function countedTo(number: number, elapsed: number, duration: number): number {
  const share = Math.min(1, Math.max(0, elapsed / duration))
  return number * (1 - (1 - share) ** 3)
}

function isGroupedInLakhs(text: string): boolean {
  return /^\d{1,2}(,\d{2})+,\d{3}/.test(text)
}

/** Digit grouping: 12,34,567 or 1,234,567 or 1234567. */
export type Grouping = 'lakhs' | 'thousands' | 'none'

const groups = { lakhs: /\d(?=(?:\d\d)+\d$)/g, thousands: /\d(?=(?:\d{3})+$)/g, none: /$^/g }

/**
 * Formats a non-negative number as `Intl` does for India or America, whose first use takes up to 30 ms, and four times as
 * long on a phone.
 */
export function writtenNumber(number: number, grouping: Grouping, decimals = 0): string {
  const [whole = '', fraction] = number.toFixed(decimals).split('.')
  const grouped = whole.replaceAll(groups[grouping], '$&,')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
