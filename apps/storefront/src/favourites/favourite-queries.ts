import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

/** Everything that depends on an account's favourites. */
const favourites = ['favourites'] as const

/** The ids of an account's favourites, at most 500. */
export function favouriteIdsQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: [...favourites, account, 'ids'],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const rows = await readRows(backend, (rest) =>
        rest.from('favourites').select('product_id').abortSignal(signal),
      )
      return rows.map(({ product_id: id }) => id)
    },
  })
}

/** An account's favourites as cards show them, the newest first. What has left the catalogue is left out. */
export function favouriteProductsQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: [...favourites, account, 'products'],
    queryFn: async ({ signal }): Promise<readonly CatalogueProduct[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('favourite_products', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold the shape of the list.
      return rowsIn(data as unknown as readonly CatalogueProduct[])
    },
  })
}

interface Change {
  readonly product: string
  readonly isFavourite: boolean
}

/** SQLSTATE unique_violation: it is a favourite already. */
const isThere = '23505'

/** Adds a product to the account's favourites, or removes it; the hearts change at once. */
export function changeFavourite(backend: Backend, account: string) {
  const { queryKey } = favouriteIdsQuery(backend, account)
  return mutationOptions({
    meta: { failed: 'Your favourites could not be saved', invalidates: [favourites] },
    onMutate: async ({ product, isFavourite }: Change, { client }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before: readonly string[] = []) => {
        const others = before.filter((id) => id !== product)
        return isFavourite ? [...others, product] : others
      })
    },
    mutationFn: async ({ product, isFavourite }: Change) => {
      const table = (await backend.loadRest()).from('favourites')
      const { error } = isFavourite
        ? await table.insert({ product_id: product })
        : await table.delete().eq('product_id', product)
      if (error && error.code !== isThere) throw toAppError(error)
    },
  })
}
