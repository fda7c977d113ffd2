import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import type { Entity, FormValues } from '../../data/entity.ts'
import type { Edited } from '../../data/table.ts'
import { askFirst } from '../../ui/ask-first.ts'

interface Editing<R> {
  /** Whether the dialog is open; its content stays during the fade-out. */
  readonly opened: boolean
  /** The record to edit; undefined to create one. */
  readonly record: R | undefined
  /** Changes with each opening, as the key of a fresh form. */
  readonly opening: number
  add(): void
  edit(record: R): void
  close(): void
}

/** The state of a screen's add and edit dialog (specification, section 4, Admin forms). */
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

/** Deletes a record after a native confirmation (specification, section 5). */
export function useDeleting<R extends Edited, Form extends FormValues>(
  entity: Entity<R, Form>,
): (record: R) => void {
  const { mutate } = useMutation(entity.deleting(useBackend()))
  return (record) => {
    const neighbour = neighbourRow(document.activeElement)
    if (!askFirst(`Are you sure you want to delete this ${entity.label.one}?`)) return
    mutate(record.id, {
      onSuccess() {
        // After the buttons are enabled again, so that keyboard users keep their position.
        setTimeout(() => focusDelete(neighbour))
      },
    })
  }
}

/** The next row, or else the previous one. */
function neighbourRow(element: Element | null): Element | null {
  const row = element?.closest('tr')
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null
}

function focusDelete(row: Element | null): void {
  const button = row?.querySelector<HTMLElement>('button[aria-label^="Delete "]')
  ;(button ?? document.querySelector('main'))?.focus()
}
