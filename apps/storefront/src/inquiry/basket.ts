import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { createContext, use, useSyncExternalStore } from 'react'

import { readStored, writeStored } from '../page/browser-storage.ts'
import { countEvent } from '../page/visit-events.ts'

/** A product in the basket: its id, and the fields that the list and the inquiry display. */
export interface BasketItem {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
  /** The available widths of the image, if known. */
  readonly imageWidths?: readonly number[] | null
  /** The budget band; older baskets have none. */
  readonly budget?: string | null
  /** The key that opens the product by a shared link, if it was known when the product was added. */
  readonly key?: string
  /** The colour that was chosen when it was added. */
  readonly colour?: string
}

/** The inquiry basket, in insertion order (product.md, section 4). */
export type Basket = readonly BasketItem[]

/** Adds a product, or gives the one in the basket a newer key. */
export function addToBasket(basket: Basket, item: BasketItem): Basket {
  const present = basket.find(({ id }) => id === item.id)
  if (!present) return [...basket, item]
  const { key = present.key } = item
  if (key === undefined || key === present.key) return basket
  return basket.map((other) => (other === present ? { ...present, key } : other))
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
    ['budget', 'key', 'colour'].every((name) =>
      ['string', 'undefined'].includes(typeof (value[name] ?? undefined)),
    )
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

const storageKey = 'giftwell-basket'

/** The inquiry basket of this browser, persisted and shared by its tabs. */
export interface BasketStore {
  get(): Basket
  subscribe(listener: () => void): () => void
  add(item: BasketItem): void
  remove(id: string): void
  clear(): void
}

/** The columns of a product that the basket stores. */
export type BasketProduct = Pick<
  CatalogueProduct,
  'id' | 'name' | 'image_url' | 'image_widths' | 'budget' | 'key'
>

/** A product as the basket holds it. */
export function asBasketItem({
  id,
  name,
  image_url: imageUrl,
  image_widths: imageWidths,
  budget,
  key,
}: BasketProduct): BasketItem {
  return { id, name, imageUrl, imageWidths: imageWidths ?? null, budget, ...(key && { key }) }
}

const emptyBasket: Basket = []

/** The basket of a prerendered page. */
export const emptyBasketStore: BasketStore = {
  get: () => emptyBasket,
  subscribe: () => () => undefined,
  add: () => undefined,
  remove: () => undefined,
  clear: () => undefined,
}

/** A product to add, the id of one to remove, or null to remove all. */
type Change = BasketItem | string | null

function changed(basket: Basket, change: Change): Basket {
  if (change === null) return emptyBasket
  return typeof change === 'string' ? removeFromBasket(basket, change) : addToBasket(basket, change)
}

/** Opens the stored basket; where the browser forbids storage, the basket lasts as long as the page. */
export function createBasketStore(): BasketStore {
  const stored = parseStoredBasket(read())
  // The identity of the prerendered basket, so that hydration renders nothing again.
  let basket = stored.length === 0 ? emptyBasket : stored
  // Where storage is full or forbidden, the basket stays in memory.
  let isStored = true
  const listeners = new Set<() => void>()

  function read(): string | null {
    return readStored('localStorage', storageKey)
  }

  /** The stored basket: another tab may have changed it before its `storage` event arrives here. */
  function latest(): Basket {
    return isStored ? parseStoredBasket(read()) : basket
  }

  function publish(next: Basket) {
    if (next === basket) return
    basket = next
    for (const listener of listeners) listener()
  }

  // Tabs may be separate processes, whose concurrent writes would overwrite each other: each applies all changes.
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(storageKey) : null

  function apply(change: Change) {
    publish(changed(latest(), change))
    isStored = writeStored('localStorage', storageKey, storedBasket(basket))
  }

  function change(own: Change) {
    apply(own)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    tabs?.postMessage(own)
  }

  tabs?.addEventListener('message', ({ data }: MessageEvent<Change>) => apply(data))
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) publish(parseStoredBasket(read()))
  })

  return {
    get: () => basket,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(item) {
      if (!isInBasket(basket, item.id)) countEvent('added', `product:${item.id}`)
      change(item)
    },
    remove: change,
    clear: () => change(null),
  }
}

/** Provides the basket’s store to `useBasketStore`. */
export const BasketContext = createContext<BasketStore | null>(null)

/** The basket store; throws outside of the website. */
export function useBasketStore(): BasketStore {
  const store = use(BasketContext)
  if (store === null) throw new Error('Basket context not available')
  return store
}

/** The basket, synchronised across tabs. */
export function useBasket(): Basket {
  const store = useBasketStore()
  return useSyncExternalStore(store.subscribe, store.get, emptyBasketStore.get)
}

/** Whether a product is in the basket; renders again only when that changes. */
export function useIsInBasket(id: string): boolean {
  const store = useBasketStore()
  return useSyncExternalStore(
    store.subscribe,
    () => isInBasket(store.get(), id),
    () => isInBasket(emptyBasketStore.get(), id),
  )
}
