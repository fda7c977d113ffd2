import { recordOf } from './record-of.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError } from './app-error.ts'
import { counted } from './counted.ts'
import type { Backend } from './backend.ts'
import { doInParts, partSize } from './in-parts.ts'
import { send } from './rest-request.ts'
import { type EditedTable, readAll, type Row } from './table.ts'

/** A record that was deleted in the last 30 days, which can be restored with its links. */
export interface DeletedRecord extends Pick<
  Row<'deleted_records'>,
  'id' | 'entity' | 'scope' | 'name' | 'products' | 'deleted_at'
> {
  /** How many records were deleted together; null of other scopes. */
  readonly records: number | null
}

/** Everything that can be restored, the latest deletion first. */
export function deletedRecordsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['deleted_records', 'all'] as QueryKey,
    queryFn: ({ signal }) =>
      readAll<DeletedRecord>(
        backend,
        {
          table: 'deleted_records',
          select: 'id, entity, scope, name, products, deleted_at, records:record->records',
          order: { column: 'deleted_at', ascending: false },
          // Parts are restored with their parent.
          or: 'part_of.is.null,scope.eq.record',
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
 * Restores a deleted record with its id and its links atomically, or in parts if it was deleted or edited in
 * parts. Returns the number of omitted links whose other end was deleted or changed.
 *
 * @param title the title of its progress
 * @throws AppError `conflict` when its name was taken meanwhile, `missing` when it can no longer be restored, `stopped` by the user
 */
export async function restoreRecord(backend: Backend, id: string, title: string): Promise<number> {
  let leftOut = 0
  let left = 0
  await doInParts(title, async () => {
    const answer = recordOf(await send(backend, (rest) => rest.rpc('restore_record', { record_id: id })))
    leftOut += Number(answer['left_out'] ?? 0)
    left = Number(answer['left'] ?? 0)
    return { done: partSize, left }
  })
  if (left > 0)
    throw new AppError(
      'stopped',
      `You stopped with ${left.toLocaleString()} left. Continue in Recently deleted.`,
    )
  return leftOut
}

/** Several records: by their ids, or all products that a search finds, on the server. */
export type ChosenRecords =
  | { readonly ids: readonly string[] }
  | { readonly words: string; readonly filters: Readonly<Record<string, string>> }

/** Selected records, their number, and the title of the progress. */
export interface ChosenWork {
  readonly chosen: ChosenRecords
  readonly count: number
}

/**
 * Deletes records, in parts if they or their products are many. Returns their number, that of their products, and
 * the id with which `restoreRecord` restores them together.
 *
 * @param title the title of its progress
 * @throws AppError `missing` when none of them exists, `stopped` by the user before any was deleted
 */
export async function deleteRecords(
  backend: Backend,
  entity: EditedTable,
  { chosen, count }: ChosenWork,
  title: string,
): Promise<{ readonly deleted: number; readonly products: number; readonly undo: string }> {
  const isInParts = entity !== 'products' || count > partSize
  const whole = isInParts ? { whole: crypto.randomUUID(), most: partSize } : {}
  let at = 0
  let deleted = 0
  let products = 0
  let undo: unknown
  await doInParts(title, async () => {
    const part = 'ids' in chosen ? { ids: chosen.ids.slice(at, at + partSize) } : chosen
    const answer = recordOf(
      await send(backend, (rest) => rest.rpc('delete_records', { entity, ...part, ...whole })),
    )
    undo = answer['undo']
    if (typeof undo !== 'string')
      throw new AppError('unexpected', 'The server did not report the deletions. Check before you try again.')
    const done = Number(answer['deleted'])
    deleted += done
    const productsOfPart = Number(answer['products'])
    // The next call takes the same records from other products, or deletes them.
    if (answer['left'] !== undefined) {
      products += productsOfPart
      return { done: productsOfPart, left: Math.max(Number(answer['left']), 1) }
    }
    // A deletion counts the products of all parts, each once.
    products = productsOfPart
    at += partSize
    // A search finds the rest: less than a part was the last one.
    const isLast = 'ids' in chosen ? at >= chosen.ids.length : !isInParts || done < partSize
    return { done, left: isLast ? 0 : Math.max(count - at, 1) }
  })
  if (deleted === 0 && products > 0) {
    const remains = count === 1 ? 'It still exists. It was' : 'They still exist. They were'
    throw new AppError(
      'stopped',
      `${remains} removed from ${counted(products, 'product')}. Restore them in Recently deleted.`,
    )
  }
  return { deleted, products, undo: String(undo) }
}
