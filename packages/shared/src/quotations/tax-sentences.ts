import type { PlaceOfSupply } from './place-of-supply.ts'
import type { QuotationSeller } from './quotation.ts'
import type { Amounts, QuotationTax } from './tax-figures.ts'

/**
 * What tax law asks a quotation to say, by its kind of supply; each only where it is true. An unknown kind, of a version that a newer
 * release has sent, says at which rate it is.
 */
export function taxSentences(
  { tax }: Pick<PlaceOfSupply, 'tax'>,
  { is_composition: isComposition }: Pick<QuotationSeller, 'is_composition'>,
): readonly string[] {
  if (isComposition) return ['Composition taxable person, not eligible to collect tax on supplies.']
  if (tax === 'none') return []
  if (tax === 'zero') return ['Special economic zone: supply under LUT without payment of IGST.']
  return ['GST at the rate on the invoice’s date.']
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
