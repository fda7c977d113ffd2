import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { rowsIn } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useBasket } from './basket.ts'
import { maxKeys } from './shortlist-address.ts'

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

/** What is known of the basket's products, by id, once the basket is open; empty until it is read, and where that fails. */
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
      new Map((await readShared(backend, items, signal)).map((product) => [product.id, product])),
  })
  return facts.data ?? noFacts
}
