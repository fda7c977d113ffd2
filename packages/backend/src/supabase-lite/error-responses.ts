import { z } from 'zod'
import { apiError } from '../http/api-errors.ts'
import { errorCode } from '../process/errors.ts'

const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
})

/** The message for a write when the disk is full. */
export const noRoomLeft = 'The server’s disk is full. Nothing was saved; try again later.'
const diskFull = '53100'

/**
 * A hosted project's response to a database error, or null when that is an internal error, too.
 * Upstream: responds with 500 to most database errors.
 */
export function restErrorResponse(error: unknown): Response | null {
  const parsed = databaseErrorSchema.safeParse(error)
  if (!parsed.success) return null
  const { code, message, detail, hint } = parsed.data
  const status = statusOf(code)
  if (status === 503) {
    return apiError('rest', 503, code, code === diskFull ? noRoomLeft : 'The database is busy.')
  }
  // An exception raised by our functions has a message for the user.
  if (status >= 500 && !code.startsWith('P0')) return null
  return Response.json({ code, message, details: detail ?? null, hint: hint ?? null }, { status })
}

/** PostgREST's statuses for codes that the library does not map. */
function statusOf(code: string): number {
  if (code === 'P0001') return 400
  if (code.startsWith('53') || code.startsWith('08')) return 503
  const family = code.slice(0, 2)
  if (family === '0L' || family === '0P' || family === '28') return 403
  return failures.has(family) || code === '42P17' ? 500 : 400
}

const failures = new Set('09 25 2D 38 39 3B 40 54 55 57 58 F0 HV P0 XX'.split(' '))

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
  const lines = error instanceof Error ? (error.stack?.split('\n') ?? []) : []
  const innermost = lines.find(
    (line) => /^\s+at .*(?:file:\/\/|\()\/?.*:\d+:\d+\)?$/.test(line) && !line.includes('node:'),
  )
  return innermost?.includes('/node_modules/') ?? false
}
