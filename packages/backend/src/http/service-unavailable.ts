import { apiError, type Service } from './api-error.ts'

const codes: Record<Service, string> = {
  auth: 'database_unavailable',
  // PostgREST's code.
  rest: 'PGRST000',
  storage: 'DatabaseUnavailable',
}
/** Seconds that a restart of a database server usually takes. */
const retryAfter = '2'

const unavailable = 'The database cannot be reached just now.'
const unchanged = `${unavailable} Try again in a moment.`
/** A write whose response was lost may have been committed. */
const uncertain = `${unavailable} Look whether this was saved, and try again in a moment.`

/** The response to a request whose database connection was lost. */
export function serviceUnavailable(service: Service, method: string): Response {
  const answer = apiError(service, 503, codes[service], isSafeMethod(method) ? unchanged : uncertain)
  answer.headers.set('retry-after', retryAfter)
  return answer
}

/** Whether a request may be repeated when its response was lost. A GET of an e-mail's link uses up the link. */
export function isRetryable(service: Service, method: string): boolean {
  return service !== 'auth' && isSafeMethod(method)
}

function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
