import { apiError, type Service } from '../http/api-errors.ts'

const codes: Record<Service, string> = {
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
  const answer = apiError(service, 429, codes[service], message)
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

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
