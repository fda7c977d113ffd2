import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { rowsIn } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BasketStore, useBasket, useBasketStore } from './basket.ts'
import { maxKeys } from './shortlist-address.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useEffect } from 'react'

/** A product as `shared_products` gives it. */
type SharedProduct = Omit<ProductDetails, 'similar'>

interface KeyedProduct {
  readonly id: string
  readonly key?: string
}

/** The products whose keys are right; an account needs none. */
export async function readShared(
  backend: Backend,
  items: readonly KeyedProduct[],
  signal: AbortSignal,
): Promise<readonly SharedProduct[]> {
  const parts = Array.from({ length: Math.ceil(items.length / maxKeys) }, (_none, part) =>
    items.slice(part * maxKeys, (part + 1) * maxKeys).map(({ id, key = null }) => ({ id, key })),
  )
  const answers = await Promise.all(
    parts.map((part) =>
      send(backend, (rest) => rest.rpc('shared_products', { items: part }).abortSignal(signal)),
    ),
  )
  // The database's tests hold the shape of the list.
  return answers.flatMap((data) => rowsIn(data as unknown as readonly SharedProduct[]))
}

const noFacts: ReadonlyMap<string, SharedProduct> = new Map()

/** The basket's products by id, once the basket is open; empty while loading and after a failure. */
export function useBasketFacts(isOpen: boolean): ReadonlyMap<string, SharedProduct> {
  const backend = useBackend()
  const { user, isSessionReady } = useAuth()
  const viewer = user?.id ?? null
  const items = useBasket().filter(({ key }) => viewer !== null || key !== undefined)
  const facts = useQuery({
    queryKey: ['basket', 'facts', viewer, items.map(({ id }) => id)],
    enabled: isOpen && isSessionReady && items.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      new Map(
        (await readShared(backend, items, signal)).map((product) => [
          product.id,
          { ...product, colours: product.colours ?? [] },
        ]),
      ),
  })
  return facts.data ?? noFacts
}

/**
 * Removes products from the basket that have left the catalogue, with a toast. Runs each time the basket is opened; a
 * failed check changes nothing.
 */
export function useBasketCheck(isOpen: boolean) {
  const store = useBasketStore()
  const toasts = useToasts()
  const backend = useBackend()
  const queryClient = useQueryClient()

  useEffect(() => {
    const checked = store.get()
    if (!isOpen || checked.length === 0) return

    function drop(stillThere: readonly string[]) {
      const gone = checked.filter(({ id }) => !stillThere.includes(id))
      if (gone.length === 0) return
      for (const { id } of gone) store.remove(id)
      toasts.show({
        title: 'Your basket has changed',
        description: `No longer available and removed: ${gone.map((item) => item.name).join(', ')}`,
      })
    }

    const ids = checked.map((item) => item.id)
    queryClient
      .query(productsStillThereQuery(backend, ids))
      .then(drop, (error: unknown) => console.warn('The basket was not checked', error))
  }, [isOpen, store, toasts, backend, queryClient])
}

/** Those of the basket's product ids that are still in the catalogue; refetched whenever the basket is opened. */
export function productsStillThereQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['basket', 'still-there', ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }): Promise<readonly string[]> =>
      readRows(backend, (rest) => rest.rpc('products_still_there', { ids: [...ids] }).abortSignal(signal)),
  })
}

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
    const { id, key } = recordOf(found)
    const present = basket.find((item) => item.id === id)
    if (present && typeof key === 'string') store.add({ ...present, key })
  }
}

/** The products of an answer: one, a list, a map by id, or the last page of the catalogue's, which is the new one. */
function productsIn(data: unknown): readonly unknown[] {
  const { pages } = recordOf(data)
  if (Array.isArray(pages)) return productsIn(recordOf(pages.at(-1))['products'])
  if (data instanceof Map) return [...data.values()]
  return Array.isArray(data) ? data : [data]
}
