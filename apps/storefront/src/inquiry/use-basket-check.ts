import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { productsStillThereQuery } from './basket-queries.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useBasketStore } from './basket-context.ts'

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
