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
