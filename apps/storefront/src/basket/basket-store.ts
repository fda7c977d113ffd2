import {
  addToBasket,
  type Basket,
  type BasketItem,
  parseStoredBasket,
  removeFromBasket,
  storedBasket,
} from '@giftwell/shared/domain/basket.ts'

const storageKey = 'giftwell-basket'

/** The inquiry basket of this browser: kept between visits and shared by its tabs. */
export interface BasketStore {
  get(): Basket
  subscribe(listener: () => void): () => void
  add(item: BasketItem): void
  remove(id: string): void
  clear(): void
}

const emptyBasket: Basket = []

/** The basket while a page is rendered without a browser: nobody knows what is in it. */
export const emptyBasketStore: BasketStore = {
  get: () => emptyBasket,
  subscribe: () => () => undefined,
  add: () => undefined,
  remove: () => undefined,
  clear: () => undefined,
}

/** Opens the kept basket; where the browser forbids storage the basket lasts as long as the page. */
export function createBasketStore(window: Window): BasketStore {
  const kept = parseStoredBasket(read())
  // The same empty one with which a page is rendered, so that taking it over changes nothing.
  let basket = kept.length === 0 ? emptyBasket : kept
  let isKept = true
  const listeners = new Set<() => void>()

  function read(): string | null {
    try {
      return window.localStorage.getItem(storageKey)
    } catch {
      return null
    }
  }

  function keep() {
    try {
      window.localStorage.setItem(storageKey, storedBasket(basket))
      isKept = true
    } catch {
      isKept = false // storage is full or forbidden: the basket goes on in memory
    }
  }

  /** Another tab may have changed what is kept a moment ago, which is not yet known here. */
  function latest(): Basket {
    return isKept ? parseStoredBasket(read()) : basket
  }

  function become(next: Basket) {
    if (next === basket) return
    basket = next
    for (const listener of listeners) listener()
  }

  function change(next: Basket) {
    become(next)
    keep()
  }

  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) become(parseStoredBasket(read()))
  })

  return {
    get: () => basket,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (item) => change(addToBasket(latest(), item)),
    remove: (id) => change(removeFromBasket(latest(), id)),
    clear: () => change([]),
  }
}
