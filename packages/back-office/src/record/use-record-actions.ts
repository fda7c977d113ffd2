import { useWindowEvent } from '@mantine/hooks'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useRef, useState, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { focusElement, focusTarget } from '@giftwell/shared/ui/focus-element.ts'
import { useOnceEnded } from '@giftwell/shared/ui/use-submit-once.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { uuidForm } from '@giftwell/shared/kernel/parse-json.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

interface Editing<R, Form> {
  /** Whether the dialog is open; its content stays during the fade-out. */
  readonly opened: boolean
  /** The record to edit; undefined to create one. */
  readonly record: R | undefined
  /** The values of a new record's form; undefined for the usual ones. */
  readonly initial: Form | undefined
  /** Changes with each opening, as the key of a fresh form. */
  readonly opening: number
  add(): void
  /** Opens the dialog for a new record with these values. */
  addLike(initial: Form): void
  edit(record: R): void
  close(): void
}

/** The state of a screen's add and edit dialog (product.md, section 4, Admin forms). */
export function useEditing<R, Form = never>(): Editing<R, Form> {
  const [state, setState] = useState<Pick<Editing<R, Form>, 'opened' | 'record' | 'initial' | 'opening'>>({
    opened: false,
    record: undefined,
    initial: undefined,
    opening: 0,
  })
  const open = (record: R | undefined, initial?: Form) =>
    setState(({ opening }) => ({ opened: true, record, initial, opening: opening + 1 }))
  return {
    ...state,
    add: () => open(undefined),
    addLike: (initial) => open(undefined, initial),
    edit: (record) => open(record),
    close: () => setState((current) => ({ ...current, opened: false })),
  }
}

/**
 * Deletes a record after a native confirmation (product.md, section 5). While anything is written the disabled controls
 * lose the focus; afterwards the control that had it has it again, or after a deletion the neighbour's Delete.
 */
export function useDeleting<R extends Edited, Form extends FormValues>(
  entity: Entity<R, Form>,
): (record: R) => void {
  const platform = usePlatform()
  const { mutate, isPending } = useMutation(entity.deleting(useBackend()))
  /** The row to focus afterwards; null for none, undefined while nothing is being deleted. */
  const next = useRef<Element | null>(undefined)
  const isBusy = useIsMutating({ mutationKey: [entity.table] }) > 0
  /** The last focused element, since the controls of a fieldset lose the focus before an effect could read it. */
  const focused = useRef<EventTarget>(null)
  useWindowEvent('focusin', ({ target }) => {
    focused.current = target
  })
  useOnceEnded(isBusy || isPending, () => {
    if (document.activeElement === document.body) {
      if (next.current !== undefined) focusDelete(next.current)
      else if (focused.current instanceof Element) focusElement(focusTarget(focused.current))
    }
    next.current = undefined
  })
  async function askAndDelete(record: R) {
    const row = document.activeElement?.closest('tr') ?? null
    const question = `Are you sure you want to delete this ${entity.label.one}?`
    if (!(await platform.confirm(question, { action: 'Delete' }))) return
    next.current = row
    mutate(record.id, {
      onSuccess() {
        next.current = row?.nextElementSibling ?? row?.previousElementSibling ?? null
      },
    })
  }
  return (record) => void askAndDelete(record)
}

function focusDelete(row: Element | null): void {
  focusElement(row?.querySelector('button[aria-label^="Delete "]') ?? document.querySelector('main h1'))
}

interface RecordLink<R> {
  readonly onAdd: () => void
  readonly onEdit: (record: R) => void
  /** Whether sales open records, too. */
  readonly isForSales?: boolean
}

/**
 * Opens the record in the URL (`?record=ID`, or another parameter), or the dialog for a new one (`?add=1`). A
 * missing record shows a toast. For sales nothing opens unless allowed. Returns a function that removes the
 * parameters.
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
