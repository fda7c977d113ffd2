import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import type { Entity, FormValues } from '../../data/entity.ts'
import type { Edited } from '../../data/table.ts'
import { askFirst } from '../../ui/ask-first.ts'

interface Editing<R> {
  /** Whether the dialog is open; it keeps its content while it fades away. */
  readonly opened: boolean
  /** The record being changed; none when one is being made. */
  readonly record: R | undefined
  /** Another one for each opening, so that each begins with a fresh form. */
  readonly opening: number
  add(): void
  edit(record: R): void
  close(): void
}

/** What a screen's dialog is open for: to add, or to edit a record (specification, section 4, Admin forms). */
export function useEditing<R>(): Editing<R> {
  const [state, setState] = useState<{ opened: boolean; record: R | undefined; opening: number }>({
    opened: false,
    record: undefined,
    opening: 0,
  })
  const open = (record: R | undefined) =>
    setState(({ opening }) => ({ opened: true, record, opening: opening + 1 }))
  return {
    ...state,
    add: () => open(undefined),
    edit: open,
    close: () => setState((current) => ({ ...current, opened: false })),
  }
}

/** Deletes a record once the browser's own confirmation agrees (specification, section 5). */
export function useDeleting<R extends Edited, Form extends FormValues>(
  entity: Entity<R, Form>,
  onDeleted?: (record: R) => void,
): (record: R) => void {
  const { mutate } = useMutation(entity.deleting(useBackend()))
  return (record) => {
    const beside = rowBeside(document.activeElement)
    if (!askFirst(`Are you sure you want to delete this ${entity.label.one}?`)) return
    mutate(record.id, {
      onSuccess() {
        onDeleted?.(record)
        // Once its buttons can be pressed again: whoever clears a list by keyboard keeps their place in it.
        setTimeout(() => focusDelete(beside))
      },
    })
  }
}

/** The row after the one that something stands in, or else before it. */
function rowBeside(element: Element | null): Element | null {
  const row = element?.closest('tr')
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null
}

function focusDelete(row: Element | null): void {
  const button = row?.querySelector<HTMLElement>('button[aria-label^="Delete "]')
  ;(button ?? document.querySelector('main'))?.focus()
}
