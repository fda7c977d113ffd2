import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Product } from '../../data/admin-products.ts'
import { useBackend } from '../../data/backend-context.ts'
import { products } from '../../entities/products.ts'
import { useToasts } from '../../ui/toasts/toasts.ts'
import { useAddLink } from '../records/use-add-link.ts'

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

interface ProductLink {
  readonly onAdd: () => void
  readonly onEdit: (product: Product) => void
}

/**
 * Opens the product in the URL (`?product=ID`), or the dialog for a new one (`?add=1`). A missing product shows a toast.
 * Returns a function that removes the parameters.
 */
export function useProductLink({ onAdd, onEdit }: ProductLink): () => void {
  const backend = useBackend()
  const toasts = useToasts()
  const [params, setParams] = useSearchParams()
  const id = params.get('product')
  const leaveAdd = useAddLink(onAdd)

  function leave() {
    leaveAdd()
    if (id === null) return
    setParams(
      (current) => {
        current.delete('product')
        return current
      },
      { replace: true },
    )
  }

  const edit = useEffectEvent(onEdit)
  const refuse = useEffectEvent((title: string, description: string) => {
    toasts.show({ title, description, variant: 'destructive' })
    leave()
  })

  useEffect(() => {
    let isCurrent = id !== null
    async function open(wanted: string) {
      try {
        const product = uuidForm.test(wanted) ? await products.read(backend, wanted) : null
        if (!isCurrent) return
        if (product === null) refuse('Product not found', 'It may have been deleted.')
        else edit(product)
      } catch (error) {
        if (isCurrent)
          refuse('Error opening product', error instanceof Error ? error.message : 'Please try again')
      }
    }
    if (id !== null) void open(id)
    return () => {
      isCurrent = false
    }
  }, [backend, id])

  return leave
}
