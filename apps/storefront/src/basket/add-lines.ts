import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'

import type { BasketStore } from './basket-store.ts'
import { changeInquiryDetails, changeLine, inquiryDetails, lineOf } from '../inquiry/inquiry-details.ts'

interface LineToAdd {
  readonly product: Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'budget'>
  readonly quantity: number | null
  readonly note: string
}

/** Puts products with their quantities and notes into the basket. What the visitor has typed for one stays. */
export function addLines(store: BasketStore, lines: readonly LineToAdd[]): void {
  for (const { product, quantity, note } of lines) {
    const { id, name, image_url: imageUrl, image_widths: imageWidths, budget } = product
    store.add({ id, name, imageUrl, imageWidths: imageWidths ?? null, budget })
    const typed = lineOf(inquiryDetails(), id)
    const isTyped = typed.quantity !== '' || typed.note !== ''
    if (isTyped || (quantity === null && note === '')) continue
    changeLine(id, { quantity: quantity?.toString() ?? '', note })
    changeInquiryDetails({ isOpen: true })
  }
}
