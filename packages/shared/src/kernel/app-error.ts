import { noResponseInTime } from './with-timeout.ts'

/** The kind of a failed request; all error handling depends on it. */
type AppErrorKind =
  | 'conflict'
  /** It refers to a deleted record. */
  | 'foreign_key_violation'
  | 'stale'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  /** Rate limited; the message says how long to wait. */
  | 'limited'
  | 'captcha_failed'
  | 'offline'
  | 'unexpected'

/** The only error of the data layer. Its message is for the user (the server's, if it responded); its cause is the original. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: AppErrorKind
  /** The violated database constraint, if the server names it. */
  readonly constraint: string | undefined

  constructor(
    kind: AppErrorKind,
    message: string,
    options?: ErrorOptions & { constraint?: string | undefined },
  ) {
    super(message, options)
    this.kind = kind
    this.constraint = options?.constraint
  }
}

/** The error part of a PostgREST response. */
interface ServerFailure {
  readonly message: string
  readonly code?: string | null
  /** Names the constraint where the message is a sentence for the user. */
  readonly details?: string | null
}

const kindOfCode: Record<string, AppErrorKind> = {
  '23505': 'conflict',
  '23503': 'foreign_key_violation',
  '23514': 'invalid',
  '22023': 'invalid',
  '42501': 'forbidden',
  PGRST116: 'missing',
  PT404: 'missing',
  PT409: 'stale',
  PT429: 'limited',
  captcha_failed: 'captcha_failed',
}

const ofToken = /^PGRST30[123]$/

/** Whether a request failed because its token is invalid or expired. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof AppError && ofToken.test(String(Object(error.cause)['code']))
}

/** Invalid tokens, and denied tables: after the session ended a signed-in user is treated as anonymous. */
function sessionHasEnded({ code, message }: ServerFailure): boolean {
  return ofToken.test(code ?? '') || (code === '42501' && message.startsWith('permission denied for'))
}

const sessionMessage = 'Your session is over: sign in again in another tab, then try again here.'

/** Replaces the browser's technical message. */
const offlineMessage = 'You are offline. Try again once you are back online.'

/** For a proxy's page or a truncated response. */
const unreadableMessage = 'The server’s answer could not be read. Please try again.'

/** Converts a failed request to an `AppError`; without any response it is `offline`. */
export function toAppError(answer: Partial<ServerFailure>): AppError {
  // A proxy's response may have no message.
  const failure = { ...answer, message: answer.message ?? '' }
  const kind = failure.code ? kindOfCode[failure.code] : isNetworkFailure(failure) ? 'offline' : undefined
  const sentence = isUnreadable(failure) ? unreadableMessage : failure.message || 'The server gave no answer'
  const message =
    kind === 'offline'
      ? failure.message.includes(noResponseInTime)
        ? noResponseInTime
        : offlineMessage
      : sessionHasEnded(failure)
        ? sessionMessage
        : sentence
  const constraint = /constraint "(\w+)"/.exec(`${failure.message} ${failure.details ?? ''}`)?.[1]
  return new AppError(kind ?? 'unexpected', message, { cause: answer, constraint })
}

function isNetworkFailure({ message }: ServerFailure): boolean {
  return (
    !isUnreadable({ message }) &&
    (/fetch|network|load failed/i.test(message) || message.includes(noResponseInTime))
  )
}

/** A proxy or captive portal responds with HTML; a truncated response is invalid JSON. */
function isUnreadable({ message }: ServerFailure): boolean {
  return /^\s*<|^SyntaxError\b/.test(message)
}

/**
 * Validates that a response is a list of rows: a proxy may have responded instead of the database.
 *
 * @throws AppError when it is not a list
 */
export function rowsIn<Rows extends readonly unknown[]>(data: Rows): Rows {
  if (!Array.isArray(data)) throw unreadable()
  return data
}

/**
 * Validates that a write returned its row: without it the write is not confirmed.
 *
 * @throws AppError when it is not a row
 */
export function rowIn<Row extends { readonly id: string }>(data: Row): Row {
  if (typeof Object(data).id !== 'string') throw unreadable()
  return data
}

function unreadable(): AppError {
  return new AppError('unexpected', unreadableMessage)
}

/** The message of an error for the user. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'
}
