import { toCurrency } from 'to-words/en-IN'

/** Paise as words with lakh and crore: "Five Paise Only", "One Lakh Rupees Only" (product.md, section 9). */
export function amountInWords(paise: number): string {
  const digits = String(paise).padStart(3, '0')
  // As a text, since a quotient is not exact. Without paise they are not named.
  return toCurrency(`${digits.slice(0, -2)}.${digits.slice(-2)}`, {
    ignoreZeroCurrency: paise > 0,
    ignoreDecimal: paise % 100 === 0,
  })
}
