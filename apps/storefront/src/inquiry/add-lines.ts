import { asBasketItem, type BasketProduct, type BasketStore } from './basket-store.ts'
import { changeInquiryDetails, changeLine, inquiryDetails, lineOf } from './inquiry-details.ts'

interface LineToAdd {
  readonly product: BasketProduct
  readonly quantity: number | null
  readonly note: string
}

/** Puts products with their quantities and notes into the basket. What the visitor has typed for one stays. */
export function addLines(store: BasketStore, lines: readonly LineToAdd[]): void {
  for (const { product, quantity, note } of lines) {
    store.add(asBasketItem(product))
    const typed = lineOf(inquiryDetails(), product.id)
    const isTyped = typed.quantity !== '' || typed.note !== ''
    if (isTyped || (quantity === null && note === '')) continue
    changeLine(product.id, { quantity: quantity?.toString() ?? '', note })
    changeInquiryDetails({ isOpen: true })
  }
}
