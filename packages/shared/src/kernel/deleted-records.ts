import { recordOf } from './record-of.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { send } from './rest-request.ts'
import { type EditedTable, readAll, type Row } from './table.ts'

/** A record that was deleted in the last 30 days, which can be restored with its links. */
export type DeletedRecord = Pick<
  Row<'deleted_records'>,
  'id' | 'entity' | 'scope' | 'name' | 'products' | 'deleted_at'
>

/** Everything that can be restored, the latest deletion first. */
export function deletedRecordsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['deleted_records', 'all'] as QueryKey,
    queryFn: ({ signal }) =>
      readAll<DeletedRecord>(
        backend,
        {
          table: 'deleted_records',
          select: 'id, entity, scope, name, products, deleted_at',
          order: { column: 'deleted_at', ascending: false },
        },
        signal,
      ),
  })
}

/** The name of a deleted record, and how many products had it; null if that cannot be read: it is deleted all the same. */
export async function readDeleted(
  backend: Backend,
  id: string,
): Promise<Pick<DeletedRecord, 'name' | 'products'> | null> {
  const rest = await backend.loadRest()
  const { data } = await rest.from('deleted_records').select('name, products').eq('id', id).maybeSingle()
  return data
}

/**
 * Restores a deleted record with its id and its links in one transaction. Returns the number of links that were left out
 * because their other end has gone or changed.
 *
 * @throws AppError `conflict` when its name was taken meanwhile, `missing` when it can no longer be restored
 */
export async function restoreRecord(backend: Backend, id: string): Promise<number> {
  const data = await send(backend, (rest) => rest.rpc('restore_record', { record_id: id }))
  return Number(recordOf(data)['left_out'] ?? 0)
}

/** Several records: by their ids, or all products that a search finds, on the server. */
export type ChosenRecords =
  | { readonly ids: readonly string[] }
  | { readonly words: string; readonly filters: Readonly<Record<string, string>> }

/**
 * Deletes several records in one transaction. Returns how many, how many products had them, and what `restoreRecord` takes
 * to restore them together.
 *
 * @throws AppError `missing` when none of them exists
 */
export async function deleteRecords(
  backend: Backend,
  entity: EditedTable,
  chosen: ChosenRecords,
): Promise<{ readonly deleted: number; readonly products: number; readonly undo: string }> {
  const data = await send(backend, (rest) =>
    rest.rpc('delete_records', {
      entity,
      ...('ids' in chosen ? { ids: [...chosen.ids] } : chosen),
    }),
  )
  const { deleted, products, undo } = recordOf(data)
  if (typeof undo !== 'string')
    throw new AppError(
      'unexpected',
      'The server did not report what was deleted. Check before you try again.',
    )
  return { deleted: Number(deleted), products: Number(products), undo }
}
