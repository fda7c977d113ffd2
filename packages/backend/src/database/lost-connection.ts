import { errorCode } from '../error-code.ts'

/**
 * The database server went away, or cannot be reached. What a statement did that was under way is not known, unless a
 * transaction was open: then nothing was done.
 */
export class LostConnectionError extends Error {
  override readonly name = 'LostConnectionError'
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database server cannot be reached.', { cause })
  }
}

/** The codes of a server that ends sessions or takes none: connection exceptions, shutdowns, a start under way. */
const ofLostSession = /^(?:08...|57P0[1-5]|25P03)$/

/** Whether an error in the database's own words means that the session is over. */
export function endsSession(error: unknown): boolean {
  return ofLostSession.test(errorCode(error) ?? '')
}
