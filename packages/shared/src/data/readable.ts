import { AppError } from './app-error.ts'

/**
 * An answer's rows. TypeScript knows them from the database's types; what stands between may have answered in its place.
 *
 * @throws AppError when it is no list
 */
export function rowsIn<Rows extends readonly unknown[]>(data: Rows): Rows {
  if (!Array.isArray(data)) throw unreadable()
  return data
}

/**
 * The row that a write answers with: without one, nobody knows that anything was saved.
 *
 * @throws AppError when it is no row
 */
export function rowIn<Row extends { readonly id: string }>(data: Row): Row {
  if (typeof Object(data).id !== 'string') throw unreadable()
  return data
}

function unreadable(): AppError {
  return new AppError('unexpected', 'The server’s answer could not be read. Please try again.')
}
