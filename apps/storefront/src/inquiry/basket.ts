import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** A product in the basket: its id, and what the list and the inquiry display. */
export interface BasketItem {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
  /** The available widths of the image, if known. */
  readonly imageWidths?: readonly number[] | null
  /** The budget band; older baskets have none. */
  readonly budget?: string | null
}

/** The inquiry basket, in insertion order (product.md, section 4). */
export type Basket = readonly BasketItem[]

/** Adds a product unless it is in the basket. */
export function addToBasket(basket: Basket, item: BasketItem): Basket {
  return isInBasket(basket, item.id) ? basket : [...basket, item]
}

/** Removes a product; without it the basket stays as it is (product.md, section 4, Inquiry basket). */
export function removeFromBasket(basket: Basket, id: string): Basket {
  return basket.filter((item) => item.id !== id)
}

/** Whether a product is in the basket, so that it is not added again. */
export function isInBasket(basket: Basket, id: string): boolean {
  return basket.some((item) => item.id === id)
}

const version = 1

/** Serialises the basket for the browser's storage. */
export function storedBasket(basket: Basket): string {
  return JSON.stringify({ version, items: basket })
}

/** Parses a stored basket; invalid data and other versions count as empty. */
export function parseStoredBasket(stored: string | null): Basket {
  const parsed = parseJson(stored)
  if (!isRecord(parsed) || parsed['version'] !== version || !Array.isArray(parsed['items'])) return []
  return parsed['items'].filter(isBasketItem).map(withValidWidths).reduce<Basket>(addToBasket, [])
}

function isBasketItem(value: unknown): value is BasketItem {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    (value['imageUrl'] === null || typeof value['imageUrl'] === 'string') &&
    ['string', 'undefined'].includes(typeof (value['budget'] ?? undefined))
  )
}

/** Drops invalid widths; older baskets have none. */
function withValidWidths({ imageWidths, ...item }: BasketItem): BasketItem {
  const isValid = Array.isArray(imageWidths) && imageWidths.every((width) => Number.isInteger(width))
  return isValid ? { ...item, imageWidths } : item
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
