import { recordOf } from './record-of.ts'
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
  /** The user stopped work in parts; the message names the rest. */
  | 'stopped'
  | 'offline'
  | 'unexpected'

/** The only error of the data layer. Its message is for the user (the server's, if it responded); its cause is the original. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: AppErrorKind
  /** The violated database constraint, if the server names it. */
  readonly constraint: string | undefined
  /** The form’s field whose value was rejected. */
  readonly field: string | undefined

  constructor(
    kind: AppErrorKind,
    message: string,
    options?: ErrorOptions & { constraint?: string | undefined; field?: string | undefined },
  ) {
    super(message, options)
    this.kind = kind
    this.constraint = options?.constraint
    this.field = options?.field
  }
}

/** The error part of a PostgREST response. */
interface ServerFailure {
  readonly message: string
  readonly code: string
  /** Names the constraint where the message is a sentence for the user. */
  readonly details: string
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
  return error instanceof AppError && ofToken.test(String(recordOf(error.cause)['code']))
}

/** The database's sentence for a row that a policy refuses; functions that refuse have a sentence for the user. */
const ofPolicy = /^new row violates row-level security policy/

const policyMessage = 'You may not change this: your account is not an administrator’s.'

/** Invalid tokens, and denied tables: after the session ended a signed-in user is treated as anonymous. */
function sessionHasEnded({ code, message }: ServerFailure): boolean {
  return ofToken.test(code) || (code === '42501' && message.startsWith('permission denied for'))
}

const sessionMessage = 'Your session is over: sign in again in another tab, then try again here.'

/** Replaces the browser's technical message. */
const offlineMessage = 'You are offline. Try again once you are back online.'

/** For a proxy's page or a truncated response. */
const unreadableMessage = 'The server’s answer could not be read. Please try again.'

/** Converts a failed request to an `AppError`; without any response it is `offline`. */
export function toAppError(answer: unknown): AppError {
  // A proxy's response may have none of them.
  const failure = {
    message: textIn(answer, 'message'),
    code: textIn(answer, 'code'),
    details: textIn(answer, 'details'),
  }
  const kind = failure.code
    ? kindOfCode[failure.code]
    : isNetworkFailure(failure.message)
      ? 'offline'
      : undefined
  const sentence = kind === 'offline' ? offlineText(failure) : sentenceOf(failure)
  const constraint = /constraint "(\w+)"/.exec(`${failure.message} ${failure.details}`)?.[1]
  return new AppError(kind ?? 'unexpected', sentence, { cause: answer, constraint })
}

function textIn(answer: unknown, part: keyof ServerFailure): string {
  const text = recordOf(answer)[part]
  return typeof text === 'string' ? text : ''
}

function offlineText({ message }: ServerFailure): string {
  return message.includes(noResponseInTime) ? noResponseInTime : offlineMessage
}

/** The user-facing part of a response. */
function sentenceOf(failure: ServerFailure): string {
  if (sessionHasEnded(failure)) return sessionMessage
  if (isUnreadable(failure.message)) return unreadableMessage
  if (failure.code === '42501' && ofPolicy.test(failure.message)) return policyMessage
  return failure.message || 'The server did not respond'
}

function isNetworkFailure(message: string): boolean {
  return (
    !isUnreadable(message) &&
    (/fetch|network|load failed/i.test(message) || message.includes(noResponseInTime))
  )
}

/** A proxy or captive portal responds with HTML; a truncated response is invalid JSON. */
function isUnreadable(message: string): boolean {
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
  if (typeof recordOf(data)['id'] !== 'string') throw unreadable()
  return data
}

function unreadable(): AppError {
  return new AppError('unexpected', unreadableMessage)
}

/** The message of an error for the user. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'
}
