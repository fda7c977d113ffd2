import { useMutation } from '@tanstack/react-query'

import { useBackend } from '../../data/backend-context.ts'
import type { Entity, FormValues } from '../../data/entity.ts'
import type { Edited } from '../../data/table.ts'
import { askFirst } from '../../ui/ask-first.ts'

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
