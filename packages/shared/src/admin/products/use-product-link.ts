import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Product } from '../../data/admin-products.ts'
import { useBackend } from '../../data/backend-context.ts'
import { products } from '../../entities/products.ts'
import { useToasts } from '../../ui/toasts/toast-context.ts'

/** What an id looks like; anything else in the address is a mistyped link. */
const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

interface ProductLink {
  readonly onAdd: () => void
  readonly onEdit: (product: Product) => void
}

/**
 * Opens the product that the address names (`?product=ID`), or the dialog for a new one (`?add=1`). The function takes
 * that out of the address again; one that is gone is said in a toast.
 */
export function useProductLink({ onAdd, onEdit }: ProductLink): () => void {
  const backend = useBackend()
  const toasts = useToasts()
  const [params, setParams] = useSearchParams()
  const id = params.get('product')
  const isAdding = params.has('add')

  function leave() {
    if (id === null && !isAdding) return
    setParams(
      (current) => {
        current.delete('product')
        current.delete('add')
        return current
      },
      { replace: true },
    )
  }

  const add = useEffectEvent(onAdd)
  const edit = useEffectEvent(onEdit)
  const refuse = useEffectEvent((title: string, description: string) => {
    toasts.show({ title, description, variant: 'destructive' })
    leave()
  })

  useEffect(() => {
    if (isAdding) add()
  }, [isAdding])

  useEffect(() => {
    let isWanted = id !== null
    async function open(wanted: string) {
      try {
        const product = uuidForm.test(wanted) ? await products.read(backend, wanted) : null
        if (!isWanted) return
        if (product === null) refuse('Product not found', 'It may have been deleted.')
        else edit(product)
      } catch (error) {
        if (isWanted)
          refuse('Error opening product', error instanceof Error ? error.message : 'Please try again')
      }
    }
    if (id !== null) void open(id)
    return () => {
      isWanted = false
    }
  }, [backend, id])

  return leave
}
