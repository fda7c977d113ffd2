import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'

/** Opens the dialog for a new record where the URL of an administrator asks for it (`?add=1`). Returns a function that removes the parameter. */
export function useAddLink(onAdd: () => void): () => void {
  const [params, setParams] = useSearchParams()
  const isAdding = useAuth().isAdmin && params.has('add')
  const add = useEffectEvent(onAdd)
  useEffect(() => {
    if (isAdding) add()
  }, [isAdding])

  return () => {
    if (!isAdding) return
    setParams(
      (current) => {
        current.delete('add')
        return current
      },
      { replace: true },
    )
  }
}
