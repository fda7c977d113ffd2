import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known about one API request while the library below works on it. */
export interface RequestContext {
  /** The response's `x-request-id`, also in the log. */
  readonly id: string
  /** Where a link in an e-mail that this request sends leads back to: an address of the site itself. */
  readonly redirectTo: string
  /** The literals of the request's filters that the library does not see, by their placeholders. */
  literals?: ReadonlyMap<string, string>
  /** The last error that the database gave to this request. */
  databaseError?: unknown
  /** Set when the database server went away, or could not be reached. */
  connectionLost?: unknown
  /** The error that the library printed about this request. */
  failure?: unknown
  /** Set when an upload met an image of the same name. */
  imageExists?: boolean
  /** Set when the disk had no room for an upload. */
  diskIsFull?: boolean
}

/** The current request, for code that the library calls and that receives no request of its own. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
