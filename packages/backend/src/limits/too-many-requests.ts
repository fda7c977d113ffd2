import { apiError, type Service } from '../http/api-answer.ts'
import { allowAnyOrigin } from '../http/cors.ts'
import { waitingSentence } from './waiting.ts'

const codes: Record<Service, string> = {
  auth: 'over_request_rate_limit',
  // What PostgREST calls it when the database refuses for the same reason.
  rest: 'PT429',
  storage: 'SlowDown',
}

/** Status 429 in the words of the service, with the seconds to wait in `Retry-After` and in the sentence. */
export function tooManyRequests(
  service: Service,
  tooMany: 'attempts' | 'inquiries',
  milliseconds: number,
): Response {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const answer = apiError(service, 429, codes[service], waitingSentence(tooMany, seconds))
  answer.headers.set('retry-after', String(seconds))
  answer.headers.set('cache-control', 'no-store')
  allowAnyOrigin(answer.headers)
  return answer
}
