import { apiError, type Service } from './api-errors.ts'

const codes: Record<Service, string> = {
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
  const advice = isSafeMethod(method) ? 'Try' : 'Look whether this was saved, and try'
  const answer = apiError(service, 503, codes[service], `${sentence} ${advice} again in a moment.`)
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
