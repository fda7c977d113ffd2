import { writtenNumber } from './written-number.ts'

/** A stat block's value, taken apart so that its number can count up (specification, section 2, Stats). */
export interface StatValue {
  readonly number: number
  /** The value as it stands when the number has reached this. */
  at(number: number): string
}

/**
 * Takes the number out of a value such as "10,000+" or "95%". Everything around it stays, and so does the way in
 * which its digits are grouped. A value without digits is null.
 */
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

/** Milliseconds that the card at a place counts for, the first place being 0 (specification, section 9). */
export function countUpDuration(place: number): number {
  return 2000 + 200 * place
}

/** How far a number has counted, between 0 and itself, fast at first. */
export function countedTo(number: number, elapsed: number, duration: number): number {
  const share = Math.min(1, Math.max(0, elapsed / duration))
  return number * (1 - (1 - share) ** 3)
}

function isGroupedInLakhs(text: string): boolean {
  return /^\d{1,2}(,\d{2})+,\d{3}/.test(text)
}
