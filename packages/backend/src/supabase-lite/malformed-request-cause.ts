import { errorCode } from '../process/errors.ts'

const tokenErrors = /^ERR_J(?:WS|WT|OSE)_/
/** SQLSTATE classes 22, data exception, and 54, program limit exceeded. */
const dataException = /^(?:22|54)[0-9A-Z]{3}$/

/**
 * Whether a malformed request caused an error: `request` for an invalid token and for a value that the database rejects,
 * `library` for a language error that the library threw, null for a real failure.
 * Upstream: responds with 500 to all of them. A language error may be a bug of the library, so it is logged as well.
 */
export function malformedRequestCause(error: unknown): 'request' | 'library' | null {
  const code = errorCode(error)
  if (code !== undefined) return dataException.test(code) || tokenErrors.test(code) ? 'request' : null
  const isOfLanguage = [TypeError, SyntaxError, URIError, RangeError].some((kind) => error instanceof kind)
  return isOfLanguage && isThrownByLibrary(error) ? 'library' : null
}

/** Whether the innermost file of the stack belongs to a package; our own code's errors are real failures. */
function isThrownByLibrary(error: unknown): boolean {
  const places = error instanceof Error ? (error.stack?.split('\n') ?? []) : []
  const innermost = places.find(
    (place) => /^\s+at .*(?:file:\/\/|\()\/?.*:\d+:\d+\)?$/.test(place) && !place.includes('node:'),
  )
  return innermost?.includes('/node_modules/') ?? false
}
