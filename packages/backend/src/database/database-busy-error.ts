/** No connection, or a lock, became free in time. Nothing was changed. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  /** SQLSTATE too_many_connections. */
  readonly code = '53300'
  constructor() {
    super('The database is busy.')
  }
}
