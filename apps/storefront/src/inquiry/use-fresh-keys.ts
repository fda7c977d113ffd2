import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { type BasketStore, useBasketStore } from './basket.ts'

/** Gives products of the basket the key of every later answer about them: keys expire, and older baskets have none. */
export function useFreshKeys(): void {
  const store = useBasketStore()
  const cache = useQueryClient().getQueryCache()
  useEffect(() => {
    for (const { state } of cache.getAll()) refreshKeys(store, state.data)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success')
        refreshKeys(store, event.query.state.data)
    })
  }, [store, cache])
}

function refreshKeys(store: BasketStore, data: unknown): void {
  const basket = store.get()
  if (basket.length === 0) return
  for (const found of productsIn(data)) {
    const { id, key } = Object(found)
    const present = basket.find((item) => item.id === id)
    if (present && typeof key === 'string') store.add({ ...present, key })
  }
}

/** The products of an answer: one, a list, a map by id, or the last page of the catalogue's, which is the new one. */
function productsIn(data: unknown): readonly unknown[] {
  const { pages } = Object(data)
  if (Array.isArray(pages)) return productsIn(Object(pages.at(-1)).products)
  if (data instanceof Map) return [...data.values()]
  return Array.isArray(data) ? data : [data]
}
