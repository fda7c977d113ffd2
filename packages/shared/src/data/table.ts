import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import type { Database } from './database.types.ts'
import { rowIn, rowsIn } from './readable.ts'

type Tables = Database['public']['Tables']
/** A table of the API. */
export type TableName = keyof Tables
/** A row of a table as it is read. */
export type Row<T extends TableName> = Tables[T]['Row']
/** What may be written into a new row of a table. */
export type Insert<T extends TableName> = Tables[T]['Insert']

/** A table whose records people edit: each has an id and a version that every change counts up. */
export type EditedTable = {
  [T in TableName]: Row<T> extends { id: string; version: number } ? T : never
}[TableName]

/** Which record a save changes, and the version that its editor began with. */
export interface Edited {
  readonly id: string
  readonly version: number
}

/** Where a list is sorted; nulls come last. */
export interface Order {
  readonly column: string
  readonly ascending: boolean
}

/** The server cuts longer answers without a word, some at fewer rows, so a whole list is read in parts. */
const mostRowsAtOnce = 1000

/** Every row of a table, in order; `select` may embed others (specification, section 7, Admin side). */
export async function readAll<Result>(
  backend: Backend,
  source: { readonly table: TableName; readonly select: string; readonly order: Order },
  signal: AbortSignal,
): Promise<Result[]> {
  const rows: Result[] = []
  let total: number | null = null
  for (;;) {
    const { data, error, count } = await backend.rest
      .from(source.table)
      .select(source.select, rows.length === 0 ? { count: 'exact' } : {})
      .order(source.order.column, { ascending: source.order.ascending, nullsFirst: false })
      .order('id')
      .range(rows.length, rows.length + mostRowsAtOnce - 1)
      .abortSignal(signal)
    if (error) throw toAppError(error)
    // What `select` asks for is known to the caller only.
    rows.push(...rowsIn(data as Result[]))
    total ??= count
    const isWhole = total === null ? data.length < mostRowsAtOnce : rows.length >= total
    if (data.length === 0 || isWhole) return rows
  }
}

/** One row of a table as it is now; null when there is none. */
export async function readOne<Result>(
  backend: Backend,
  source: { readonly table: TableName; readonly select: string },
  id: string,
): Promise<Result | null> {
  const { data, error } = await backend.rest
    .from(source.table as 'categories') // every table has an id, which is all that is named here
    .select(source.select)
    .eq('id', id)
    .maybeSingle()
  if (error) throw toAppError(error)
  // What `select` asks for is known to the caller only.
  return data as Result | null
}

/** Makes a row and answers with it. */
export async function insertRow<T extends EditedTable>(
  backend: Backend,
  table: T,
  values: Insert<T>,
): Promise<Row<T>> {
  const { data, error } = await rowsOf(backend, table).insert(asWritten(values)).select().single()
  if (error) throw toAppError(error)
  return rowIn(data)
}

/**
 * Changes a row and answers with it.
 *
 * @throws AppError `stale` when another change came first, `missing` when the row is gone, `forbidden` when the caller
 * may not change it
 */
export async function updateRow<T extends EditedTable>(
  backend: Backend,
  table: T,
  edited: Edited,
  values: Insert<T>,
): Promise<Row<T>> {
  const { data, error } = await rowsOf(backend, table)
    .update(asWritten(values))
    .eq('id', edited.id)
    .eq('version', edited.version)
    .select()
    .maybeSingle()
  if (error) throw toAppError(error)
  if (data === null) throw await whyUnchanged(backend, table, edited)
  return rowIn(data)
}

/**
 * Deletes a row.
 *
 * @throws AppError `missing` when there is none that the caller may delete
 */
export async function deleteRow(backend: Backend, table: EditedTable, id: string): Promise<void> {
  const { data, error } = await rowsOf(backend, table).delete().eq('id', id).select('id').maybeSingle()
  if (error) throw toAppError(error)
  if (data === null) throw new AppError('missing', 'It no longer exists, or you may not delete it')
  rowIn(data)
}

/** An update that row level security or the version hides answers with no row and no error. */
async function whyUnchanged(backend: Backend, table: EditedTable, edited: Edited): Promise<AppError> {
  const { data, error } = await rowsOf(backend, table).select('version').eq('id', edited.id).maybeSingle()
  if (error) return toAppError(error)
  if (data === null) return new AppError('missing', 'It no longer exists')
  return data.version === edited.version
    ? new AppError('forbidden', 'You may not change it')
    : new AppError('stale', 'It has changed since it was opened')
}

/**
 * The client cannot infer a row for a table that is only known by its type; this is the one place that takes the
 * tables for one of them, since all that is used here (id and version) is the same in all.
 */
function rowsOf(backend: Backend, table: EditedTable) {
  return backend.rest.from(table as 'categories')
}

/** The same for what is written: each caller's `values` has been checked against its own table. */
function asWritten<T extends EditedTable>(values: Insert<T>) {
  return values as Insert<'categories'>
}
