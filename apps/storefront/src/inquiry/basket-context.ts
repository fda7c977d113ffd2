import { type Basket, isInBasket } from './basket.ts'
import { createContext, use, useSyncExternalStore } from 'react'

import { type BasketStore, emptyBasketStore } from './basket-store.ts'

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
