import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useBasketStore } from './basket.ts'

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
