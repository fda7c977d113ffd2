/** What a calling process is told to do, as JSON in its only argument. */
export interface Calls {
  readonly url: string
  /** Asked for in turn, again and again; `TURN` in a path is twelve digits that no other call has. */
  readonly requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[]
  /** How many connections each have one request under way. */
  readonly connections: number
  readonly seconds: number
  /** The one status of a right answer. */
  readonly wanted: number
}

/** What a calling process prints, as JSON. */
export interface Called {
  readonly perSecond: number
  /** Milliseconds until an answer was read whole. */
  readonly p50: number
  readonly p95: number
}
