import { apiError, type Service } from './api-answer.ts'

const codes: Record<Service, string> = {
  auth: 'database_unavailable',
  // What PostgREST calls it.
  rest: 'PGRST000',
  storage: 'DatabaseUnavailable',
}
/** Seconds after which a server that was restarted has usually come back. */
const retryAfter = '2'

const unavailable = 'The database cannot be reached just now.'
const unchanged = `${unavailable} Try again in a moment.`
/** An answer that was lost says nothing about what happened before. */
const uncertain = `${unavailable} Look whether this was saved, and try again in a moment.`

/** The answer to a request whose database connection was lost. */
export function interrupted(service: Service, method: string): Response {
  const answer = apiError(service, 503, codes[service], onlyReads(method) ? unchanged : uncertain)
  answer.headers.set('retry-after', retryAfter)
  return answer
}

/** Whether a request may be asked again for one whose answer was lost: links in e-mails are used up by being opened. */
export function mayBeAskedAgain(service: Service, method: string): boolean {
  return service !== 'auth' && onlyReads(method)
}

function onlyReads(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
