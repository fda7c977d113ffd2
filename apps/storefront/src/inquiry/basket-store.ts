import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import {
  addToBasket,
  type Basket,
  type BasketItem,
  parseStoredBasket,
  removeFromBasket,
  storedBasket,
} from './basket.ts'

import { readStored, writeStored } from '../page/browser-storage.ts'

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
export type BasketProduct = Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'budget'>

/** A product as the basket holds it. */
export function asBasketItem({
  id,
  name,
  image_url: imageUrl,
  image_widths: imageWidths,
  budget,
}: BasketProduct): BasketItem {
  return { id, name, imageUrl, imageWidths: imageWidths ?? null, budget }
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

  // Tabs may be processes of their own, whose writes of the same moment would replace each other: each makes all changes.
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
    add: change,
    remove: change,
    clear: () => change(null),
  }
}
