import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { rowIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { type EditedTable, readAll, type Row } from './table.ts'

/** A record that was deleted in the last 30 days, which can be restored with its links. */
export type DeletedRecord = Pick<Row<'deleted_records'>, 'id' | 'entity' | 'name' | 'products' | 'deleted_at'>

/** Everything that can be restored, the latest deletion first. */
export function deletedRecordsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['deleted_records', 'all'] as QueryKey,
    queryFn: ({ signal }) =>
      readAll<DeletedRecord>(
        backend,
        {
          table: 'deleted_records',
          select: 'id, entity, name, products, deleted_at',
          order: { column: 'deleted_at', ascending: false },
        },
        signal,
      ),
  })
}

/**
 * Deletes a record and returns what can be restored of it.
 *
 * @throws AppError `missing` when it does not exist, `forbidden` when the caller may not delete it
 */
export async function deleteRecord(
  backend: Backend,
  entity: EditedTable,
  id: string,
): Promise<DeletedRecord> {
  const { data, error } = await backend.rest.rpc('delete_record', { entity, record_id: id })
  if (error) throw toAppError(error)
  return rowIn(data)
}

/**
 * Restores a deleted record with its id and its links in one transaction. Returns the number of links that were left out
 * because their other end has gone or changed.
 *
 * @throws AppError `conflict` when its name was taken meanwhile, `missing` when it can no longer be restored
 */
export async function restoreRecord(backend: Backend, id: string): Promise<number> {
  const { data, error } = await backend.rest.rpc('restore_record', { record_id: id })
  if (error) throw toAppError(error)
  return Number(Object(data)['left_out'] ?? 0)
}
