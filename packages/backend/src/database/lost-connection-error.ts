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
