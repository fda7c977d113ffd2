import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import { uuidForm } from '@giftwell/shared/kernel/parse-json.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

interface RecordLink<R> {
  readonly onAdd: () => void
  readonly onEdit: (record: R) => void
  /** Whether sales open records, too. */
  readonly isForSales?: boolean
}

/**
 * Opens the record in the URL (`?record=ID`, or the parameter that is given), or the dialog for a new one (`?add=1`). A
 * missing record shows a toast. For sales nothing opens unless it says so. Returns a function that removes the parameters.
 */
export function useRecordLink<R extends Edited, Form extends FormValues>(
  entity: Entity<R, Form>,
  { onAdd, onEdit, isForSales = false }: RecordLink<R>,
  param = 'record',
): () => void {
  const backend = useBackend()
  const toasts = useToasts()
  const [params, setParams] = useSearchParams()
  const { one } = entity.label
  const { isAdmin } = useAuth()
  const id = isAdmin || isForSales ? params.get(param) : null
  const isAdding = isAdmin && params.has('add')

  function leave() {
    if (id === null && !isAdding) return
    setParams(
      (current) => {
        current.delete('add')
        current.delete(param)
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
    let isCurrent = id !== null
    async function open(wanted: string) {
      try {
        const record = uuidForm.test(wanted) ? await entity.read(backend, wanted) : null
        if (!isCurrent) return
        if (record === null)
          refuse(`${one.charAt(0).toUpperCase()}${one.slice(1)} not found`, 'It may have been deleted.')
        else edit(record)
      } catch (error) {
        if (isCurrent)
          refuse(`Error opening ${one}`, error instanceof Error ? error.message : 'Please try again')
      }
    }
    if (id !== null) void open(id)
    return () => {
      isCurrent = false
    }
  }, [backend, entity, one, id])

  return leave
}
