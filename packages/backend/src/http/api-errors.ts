import { counted } from '@giftwell/shared/kernel/counted.ts'

/** The three services of the API, each with its own error format. */
export type Service = 'rest' | 'auth' | 'storage'

/** The service that a path belongs to, or null when it is the website's. */
export function serviceOf(path: string): Service | null {
  const name = /^\/(rest|auth|storage)\/v1(?:\/|$)/.exec(path)?.[1]
  // The pattern matches no other name.
  return (name as Service | undefined) ?? null
}

/** An error in the service's format, as supabase-js reads it. */
export function apiError(service: Service, status: number, code: string, message: string): Response {
  switch (service) {
    case 'rest':
      return Response.json({ code, message, details: null, hint: null }, { status })
    case 'auth':
      return Response.json({ code: status, error_code: code, msg: message }, { status })
    case 'storage':
      // Storage responds with 400 to most errors and gives the status in the body.
      return Response.json(
        { statusCode: String(status), error: code, message },
        { status: status >= 500 || [413, 429].includes(status) ? status : 400 },
      )
  }
}

const unavailableCodes: Record<Service, string> = {
  auth: 'database_unavailable',
  // PostgREST's code.
  rest: 'PGRST000',
  storage: 'DatabaseUnavailable',
}
/** Seconds that a restart of a database server usually takes. */
const retryAfter = '2'

/** Sentences by SQLSTATE; any other code is a lost connection. */
const sentences: Readonly<Record<string, string>> = {
  '53300': 'The database is busy.',
  '57014': 'The request took too long and was ended.',
}
const unreachable = 'The database cannot be reached just now.'

/**
 * The response to a request that the database did not carry out. A write whose response was lost may have been
 * committed.
 * @param code the SQLSTATE of the failure
 */
export function serviceUnavailable(service: Service, method: string, code: string | undefined): Response {
  const sentence = sentences[code ?? ''] ?? unreachable
  const advice = isSafeMethod(method) ? 'Try' : 'Check whether this was saved, and try'
  const answer = apiError(service, 503, unavailableCodes[service], `${sentence} ${advice} again in a moment.`)
  answer.headers.set('retry-after', retryAfter)
  return answer
}

/** Whether a request may be repeated when its response was lost. A GET of an e-mail's link uses up the link. */
export function isRetryable(service: Service, method: string): boolean {
  return service !== 'auth' && isSafeMethod(method)
}

/** Whether a method only reads. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

const limitedCodes: Record<Service, string> = {
  auth: 'over_request_rate_limit',
  // PostgREST's code for the database's own rate limits.
  rest: 'PT429',
  storage: 'SlowDown',
}

/** Status 429 in the service's error format, with the time to wait in `Retry-After` and in the message. */
export function tooManyRequests(
  service: Service,
  tooMany: 'attempts' | 'inquiries' | 'requests' | 'e-mails to this address',
  milliseconds: number,
): Response {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const message = `Too many ${tooMany}. Please try again in ${inWords(seconds)}.`
  const answer = apiError(service, 429, limitedCodes[service], message)
  answer.headers.set('retry-after', String(seconds))
  answer.headers.set('cache-control', 'no-store')
  return answer
}

/** Rounds up to whole units. */
function inWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}
