/** A request to Auth. */
export interface AuthRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The fields of its JSON body. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The rules of Auth that need the database. */
export interface AuthRules {
  /** The response to a request that must not reach the library, or null. */
  respond(request: AuthRequest): Promise<Response | null>
  /** Completes what the library leaves undone, and returns its response or one in its place. */
  complete(request: AuthRequest, response: Response): Promise<Response>
}
