/** No connection, or a lock, became free in time. Nothing was changed. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  /** SQLSTATE too_many_connections. */
  readonly code = '53300'
  constructor() {
    super('The database is busy.')
  }
}

/**
 * The database went away or cannot be reached. A statement in flight may have been committed, unless a transaction was
 * open: then it was not.
 */
export class LostConnectionError extends Error {
  override readonly name = 'LostConnectionError'
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/** The milliseconds that a statement of a request may take, as on a hosted project. */
export const statementTimeLimits = { visitor: 3000, account: 8000 } as const

/** A statement took longer than its caller's limit and was ended. A write may have been committed. */
export class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'
  /** SQLSTATE query_canceled. */
  readonly code = '57014'
  constructor() {
    super('The statement took too long.')
  }
}
