import type { PostgrestClient } from '@supabase/postgrest-js'

import { AppError, rowIn, rowsIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import type { Database } from './database.types.ts'
import { send } from './rest-request.ts'

type Tables = Database['public']['Tables']
/** A table of the API. */
export type TableName = keyof Tables
export type Row<T extends TableName> = Tables[T]['Row']
export type Insert<T extends TableName> = Tables[T]['Insert']

/** A table with optimistic locking: an id, and a version that every update increments. */
export type EditedTable = {
  [T in TableName]: Row<T> extends { id: string; version: number } ? T : never
}[TableName]

/** The record to update, and the version that the user edited. */
export interface Edited {
  readonly id: string
  readonly version: number
}

/** A sort order; nulls come last. */
export interface Order {
  readonly column: string
  readonly ascending: boolean
}

/** The server silently truncates longer responses, possibly at fewer rows. */
const partSize = 1000

/** Fetches every row of a table in parts; `select` may embed others (product.md, section 7, Admin side). */
export async function readAll<Result>(
  backend: Backend,
  source: {
    readonly table: TableName
    readonly select: string
    readonly order: Order
    /** Alternative conditions, in PostgREST's notation. */
    readonly or?: string
  },
  signal: AbortSignal,
): Promise<Result[]> {
  const rows: Result[] = []
  let total: number | null = null
  for (;;) {
    const rest = await backend.loadRest()
    const selected = rest
      .from(source.table)
      .select(source.select, rows.length === 0 ? { count: 'exact' } : {})
    const { data, error, count } = await (source.or === undefined ? selected : selected.or(source.or))
      .order(source.order.column, { ascending: source.order.ascending, nullsFirst: false })
      .order('id')
      .range(rows.length, rows.length + partSize - 1)
      .abortSignal(signal)
    if (error) throw toAppError(error)
    // Only the caller knows the shape of `select`.
    rows.push(...rowsIn(data as Result[]))
    total ??= count
    const isWhole = total === null ? data.length < partSize : rows.length >= total
    if (data.length === 0 || isWhole) return rows
  }
}

/** Fetches one row; null when it does not exist. */
export async function readOne<Result>(
  backend: Backend,
  source: { readonly table: TableName; readonly select: string },
  id: string,
): Promise<Result | null> {
  const row = await send(backend, (rest) =>
    rest
      .from(source.table as 'categories') // every table has an id
      .select(source.select)
      .eq('id', id)
      .maybeSingle(),
  )
  // Only the caller knows the shape of `select`.
  return row as Result | null
}

/** Inserts a row and returns it. */
export async function insertRow<T extends EditedTable>(
  backend: Backend,
  table: T,
  values: Insert<T>,
): Promise<Row<T>> {
  return rowIn(await send(backend, (rest) => rowsOf(rest, table).insert(asWritten(values)).select().single()))
}

/**
 * Updates a row and returns it.
 *
 * @throws AppError `stale` after a concurrent update, `missing` when the row was deleted, `forbidden` without permission
 */
export async function updateRow<T extends EditedTable>(
  backend: Backend,
  table: T,
  edited: Edited,
  values: Insert<T>,
): Promise<Row<T>> {
  const row = await send(backend, (rest) =>
    rowsOf(rest, table)
      .update(asWritten(values))
      .eq('id', edited.id)
      .eq('version', edited.version)
      .select()
      .maybeSingle(),
  )
  if (row === null) throw await unchangedReason(backend, table, edited)
  return rowIn(row)
}

/** Row level security and version checks return no row and no error, so find out the reason. */
async function unchangedReason(backend: Backend, table: EditedTable, edited: Edited): Promise<AppError> {
  const row = await send(backend, (rest) =>
    rowsOf(rest, table).select('version').eq('id', edited.id).maybeSingle(),
  )
  if (row === null) return new AppError('missing', 'It no longer exists')
  return row.version === edited.version
    ? new AppError('forbidden', 'You may not change it')
    : new AppError('stale', 'It has changed since it was opened')
}

/** The client cannot infer rows of a generic table. The cast is safe: only id and version are used, which all tables have. */
function rowsOf(rest: PostgrestClient<Database>, table: EditedTable) {
  return rest.from(table as 'categories')
}

/** The cast is safe: each caller's `values` is checked against its table. */
function asWritten<T extends EditedTable>(values: Insert<T>) {
  return values as Insert<'categories'>
}
