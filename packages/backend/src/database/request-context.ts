import { AsyncLocalStorage } from 'node:async_hooks'

/** The state of an API request while the library handles it. */
export interface RequestContext {
  /** The response's `x-request-id`, also in the log. */
  readonly id: string
  /** The target of links in e-mails that this request sends: a URL of the site itself. */
  readonly redirectTo: string
  /** The account and the session of its caller, if it has one. */
  readonly account?: { readonly id: string; readonly session?: string | undefined }
  /** An inquiry's data in headers, beside its row. */
  readonly inquiryHeaders?: Readonly<Record<string, string>>
  /** The milliseconds that each of its statements may take; unlimited when absent. */
  readonly timeLimitMs?: number
  /** Whether a filter may be a regular expression; allowed when absent. */
  regexes?: 'forbidden' | 'refused'
  /** The filter literals that are hidden from the library, by their placeholders. */
  literals?: ReadonlyMap<string, string>
  /** The last database error of this request. */
  databaseError?: unknown
  /** Set when the connection to the database was lost or could not be made. */
  connectionLost?: LostConnectionError
  /** Set when a statement, or the wait for a connection or a lock, took too long. */
  timedOut?: StatementTimeoutError | DatabaseBusyError
  /** The error that the library printed for this request. */
  failure?: unknown
  /** Set when an image of the upload's name exists. */
  imageExists?: boolean
  /** Set when the disk had no room for an upload. */
  diskIsFull?: boolean
}

/** The current request, for callbacks that the library calls without one. */
export const requestContext = new AsyncLocalStorage<RequestContext>()

/** Records an unavailable database for the gateway, because the library may hide the error. */
export function noteUnavailable<Thrown>(error: Thrown): Thrown {
  const request = requestContext.getStore()
  if (request === undefined) return error
  if (error instanceof LostConnectionError) request.connectionLost = error
  if (error instanceof StatementTimeoutError || error instanceof DatabaseBusyError) request.timedOut = error
  return error
}

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
