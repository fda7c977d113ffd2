/** What the basket keeps of a product: its id, and enough to list it and to name it in the inquiry. */
export interface BasketItem {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
  /** The widths that the image is there in; none where nothing is known of them. */
  readonly imageWidths?: readonly number[] | null
}

/** The inquiry basket, in the order in which products were added (specification, section 4). */
export type Basket = readonly BasketItem[]

/** The basket with a product added; one that is in it already is not added again. */
export function addToBasket(basket: Basket, item: BasketItem): Basket {
  return isInBasket(basket, item.id) ? basket : [...basket, item]
}

/** The basket without a product. */
export function removeFromBasket(basket: Basket, id: string): Basket {
  return basket.filter((item) => item.id !== id)
}

/** Whether a product is in the basket. */
export function isInBasket(basket: Basket, id: string): boolean {
  return basket.some((item) => item.id === id)
}

const version = 1

/** The basket as kept by the browser between visits. */
export function storedBasket(basket: Basket): string {
  return JSON.stringify({ version, items: basket })
}

/** Reads back a kept basket; anything unreadable, half-written or of another version counts as empty. */
export function parseStoredBasket(stored: string | null): Basket {
  if (stored === null) return []
  try {
    const kept: unknown = JSON.parse(stored)
    if (!isRecord(kept) || kept['version'] !== version || !Array.isArray(kept['items'])) return []
    return kept['items'].filter(isBasketItem).map(withKnownWidths).reduce<Basket>(addToBasket, [])
  } catch {
    return []
  }
}

function isBasketItem(value: unknown): value is BasketItem {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    (value['imageUrl'] === null || typeof value['imageUrl'] === 'string')
  )
}

/** Without widths that make no sense; a basket of an earlier version has none. */
function withKnownWidths({ imageWidths, ...item }: BasketItem): BasketItem {
  const isKnown = Array.isArray(imageWidths) && imageWidths.every((width) => Number.isInteger(width))
  return isKnown ? { ...item, imageWidths } : item
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
