import { dayText } from '../kernel/india-time.ts'
import type { PlaceOfSupply } from './place-of-supply.ts'
import type { QuotationSeller } from './quotation.ts'
import type { Amounts, QuotationTax } from './tax-figures.ts'

/**
 * The sentences that tax law requires on a quotation, by its kind of supply; each only if it is true. An unknown
 * kind, from a newer release, names its rate.
 */
export function taxSentences(
  { tax, supply, lut }: Pick<PlaceOfSupply, 'tax' | 'supply' | 'lut'>,
  { is_composition: isComposition }: Pick<QuotationSeller, 'is_composition'>,
): readonly string[] {
  if (isComposition) return ['Composition taxable person, not eligible to collect tax on supplies.']
  if (tax === 'none') return []
  // A version of 1.0.0 names no kind of supply, and knows only special economic zones.
  const kind = supply === 'export' ? 'Export' : 'Special economic zone'
  if (tax === 'zero') {
    const known = lut ? ` LUT ${lut.number}, valid until ${dayText(lut.valid_until)}.` : ''
    return [`${kind}: supply under LUT without payment of IGST.${known}`]
  }
  const paid = supply ? [`${kind}: supply with payment of IGST.`] : []
  return [...paid, 'GST at the rate on the invoice’s date.']
}

/** The taxes by head, as far as a kind of supply has them. An unknown kind has IGST. */
export function taxHeads(
  tax: QuotationTax,
  { cgst, sgst, igst }: Amounts,
): readonly (readonly [string, number])[] {
  if (tax === 'none') return []
  if (!tax.startsWith('cgst')) return [['IGST', igst]]
  return [
    ['CGST', cgst],
    [tax === 'cgst_utgst' ? 'UTGST' : 'SGST', sgst],
  ]
}
