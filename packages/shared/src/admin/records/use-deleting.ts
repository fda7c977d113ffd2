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
    if (!askFirst(`Are you sure you want to delete this ${entity.label.one}?`)) return
    mutate(record.id, { onSuccess: () => onDeleted?.(record) })
  }
}
