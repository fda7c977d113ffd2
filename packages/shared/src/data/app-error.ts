/** What kind of failure a request met; everything that reacts to failures asks for this and nothing else. */
export type AppErrorKind = 'conflict' | 'forbidden' | 'missing' | 'invalid' | 'offline' | 'unexpected'

/** The one error of the data layer: its message is the server's, its cause the original failure. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: AppErrorKind

  constructor(kind: AppErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The part of a PostgREST answer that says what went wrong. */
export interface ServerFailure {
  readonly message: string
  readonly code?: string | null
}

const kindOfCode: Record<string, AppErrorKind> = {
  '23505': 'conflict',
  '23503': 'conflict',
  '23514': 'invalid',
  '22023': 'invalid',
  '42501': 'forbidden',
  PGRST116: 'missing',
}

/** Turns a refused or failed request into the one error; a request that never got an answer is `offline`. */
export function toAppError(failure: ServerFailure): AppError {
  const kind = failure.code ? kindOfCode[failure.code] : isNetworkFailure(failure) ? 'offline' : undefined
  return new AppError(kind ?? 'unexpected', failure.message || 'The server gave no answer', {
    cause: failure,
  })
}

function isNetworkFailure(failure: ServerFailure): boolean {
  return /fetch|network|load failed/i.test(failure.message)
}
