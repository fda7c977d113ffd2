import { noAnswerInTime } from './time-limit.ts'

/** What kind of failure a request met; everything that reacts to failures asks for this and nothing else. */
export type AppErrorKind =
  | 'conflict'
  /** It refers to a record that is gone. */
  | 'dangling'
  | 'stale'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  /** Too many of them; the message says how long to wait. */
  | 'limited'
  /** It could not be checked that a person sends it; the message says so. */
  | 'unproven'
  | 'offline'
  | 'unexpected'

/** The one error of the data layer: its message is for the person, the server's where it has answered; its cause is the original failure. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: AppErrorKind
  /** The constraint of the database that refused a value, when the server names one. */
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

/** The part of a PostgREST answer that says what went wrong. */
export interface ServerFailure {
  readonly message: string
  readonly code?: string | null
}

const kindOfCode: Record<string, AppErrorKind> = {
  '23505': 'conflict',
  '23503': 'dangling',
  '23514': 'invalid',
  '22023': 'invalid',
  '42501': 'forbidden',
  PGRST116: 'missing',
  PT404: 'missing',
  PT409: 'stale',
  PT429: 'limited',
  captcha_failed: 'unproven',
}

const ofToken = /^PGRST30[123]$/

/** Whether a request failed because its session's token is no longer one. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof AppError && ofToken.test(String(Object(error.cause)['code']))
}

/** Tokens that are refused; and tables that are closed to visitors, which a signed-in person is told when the session is gone. */
function sessionHasEnded({ code, message }: ServerFailure): boolean {
  return ofToken.test(code ?? '') || (code === '42501' && message.startsWith('permission denied for'))
}

const sessionMessage = 'Your session has ended: sign in again in another tab, then try again here.'

/** Browsers have words of their own for it, which say nothing to most people. */
const offlineMessage = 'You are offline. Try again once you are back online.'

/** In place of somebody else's page, or of half an answer. */
const unreadableMessage = 'The server’s answer could not be read. Please try again.'

/** Turns a refused or failed request into the one error; a request that never got an answer is `offline`. */
export function toAppError(answer: Partial<ServerFailure>): AppError {
  // Whoever answers in the server's place may say nothing.
  const failure = { ...answer, message: answer.message ?? '' }
  const kind = failure.code ? kindOfCode[failure.code] : isNetworkFailure(failure) ? 'offline' : undefined
  const said = isUnreadable(failure) ? unreadableMessage : failure.message || 'The server gave no answer'
  const message =
    kind === 'offline'
      ? failure.message.includes(noAnswerInTime)
        ? noAnswerInTime
        : offlineMessage
      : sessionHasEnded(failure)
        ? `${said}. ${sessionMessage}`
        : said
  const constraint = /constraint "(\w+)"/.exec(failure.message)?.[1]
  return new AppError(kind ?? 'unexpected', message, { cause: answer, constraint })
}

function isNetworkFailure({ message }: ServerFailure): boolean {
  return (
    !isUnreadable({ message }) &&
    (/fetch|network|load failed/i.test(message) || message.includes(noAnswerInTime))
  )
}

/** What a proxy or a portal says in the server's place is a page; what is cut off is no JSON. */
function isUnreadable({ message }: ServerFailure): boolean {
  return /^\s*<|^SyntaxError\b/.test(message)
}
