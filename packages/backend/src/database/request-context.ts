import { AsyncLocalStorage } from 'node:async_hooks'

/** The state of an API request while the library handles it. */
export interface RequestContext {
  /** The response's `x-request-id`, also in the log. */
  readonly id: string
  /** The target of links in e-mails that this request sends: a URL of the site itself. */
  readonly redirectTo: string
  /** The filter literals that are hidden from the library, by their placeholders. */
  literals?: ReadonlyMap<string, string>
  /** The last database error of this request. */
  databaseError?: unknown
  /** Set when the connection to the database server was lost or could not be made. */
  connectionLost?: unknown
  /** The error that the library printed for this request. */
  failure?: unknown
  /** Set when an image of the upload's name exists. */
  imageExists?: boolean
  /** Set when the disk had no room for an upload. */
  diskIsFull?: boolean
}

/** The current request, for callbacks that the library calls without one. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
