import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { type MarkClick, favouriteMarks } from '../page/product-marks.tsx'
import { announce } from '../page/page-arrival.tsx'
import { rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

/** The favourite of a visitor who signs in for it: an id, and when it was pressed. */
const storageKey = 'giftwell-wanted-favourite'
/** Milliseconds for which the link in a confirmation e-mail works. */
const linkLife = 3_600_000
const none: readonly string[] = []

/** Shows the favourites of the signed-in visitor and saves changes; other visitors are asked to sign in first. */
export function Favourites() {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const { sessionStorage } = usePlatform()
  const { onClick: openAuthDialog } = useAuthDialog()
  const account = user?.id ?? ''
  const { data } = useQuery({ ...favouriteIdsQuery(backend, account), enabled: user !== null })
  const { mutate } = useMutation(changeFavourite(backend, account))
  useEffect(() => favouriteMarks.show(user === null ? none : (data ?? none)), [user, data])

  const handle = useEffectEvent(({ product: { id: product }, isMarked: isFavourite }: MarkClick) => {
    if (user !== null) {
      announce(isFavourite ? 'Added to favourites' : 'Removed from favourites')
      mutate({ product, isFavourite })
    } else {
      void sessionStorage.setItem(storageKey, JSON.stringify([product, Date.now()]))
      openAuthDialog()
    }
  })
  useEffect(() => {
    if (isSessionReady) return favouriteMarks.handle((click) => handle(click))
    return undefined
  }, [isSessionReady])

  const addWanted = useEffectEvent(async () => {
    const stored = await sessionStorage.getItem(storageKey)
    if (stored === null) return
    await sessionStorage.removeItem(storageKey)
    const product = wantedIn(stored)
    if (product !== null) mutate({ product, isFavourite: true })
  })
  useEffect(() => {
    if (account !== '') void addWanted()
  }, [account])
  return null
}

function wantedIn(stored: string): string | null {
  try {
    const [product, at]: unknown[] = JSON.parse(stored)
    return typeof product === 'string' && Date.now() - Number(at) < linkLife ? product : null
  } catch {
    return null // not what this code has written
  }
}

/** Everything that depends on an account's favourites. */
const favourites = ['favourites'] as const

/** The ids of an account's favourites, at most 500. */
function favouriteIdsQuery(backend: Backend, account: string) {
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

/** An account's favourites for cards, the newest first, without products that left the catalogue. */
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
function changeFavourite(backend: Backend, account: string) {
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
