import { z } from 'zod'

import type { Caller, CallerOf, IsTrusted, SessionHasEnded } from '../accounts/caller.ts'
import { isDiskFull, isWriteFailure } from '../data-folder/data-folder.ts'
import type { Database } from '../database/database.ts'
import { type RequestContext, requestContext, statementTimeLimits } from '../database/request-context.ts'
import {
  apiError,
  isRetryable,
  isSafeMethod,
  type Service,
  serviceUnavailable,
  tooManyRequests,
} from '../http/api-errors.ts'
import {
  BodyAbortedError,
  BodyTooLargeError,
  bracketDepth,
  jsonDepth,
  jsonObjectIn,
  readBody,
  isObject,
  MalformedBodyError,
  readJson,
} from '../http/request-body.ts'
import type { RequestLog } from '../http/request-log.ts'
import { redirectTarget, type Site } from '../http/site-config.ts'
import { errorCode } from '../process/errors.ts'
import { type EnterStatement, noSlot, slotRetryMs } from '../rate-limit/statement-slots.ts'
import { authRequestError, type AuthRules } from './auth-request.ts'
import type { Library } from './create-library.ts'
import { answersWithFiles, createBodyLimits } from './body-limits.ts'
import { inquiryHeadersOf } from './library-connection.ts'
import { extractLiterals } from './filter-literals.ts'
import { type IsExempt, mentionsRegex, queryError, regexRefused, withinSize } from './public-limits.ts'
import {
  hasValidStorageBody,
  isForm,
  isUpload,
  plainUpload,
  storageRouteError,
  uploadError,
  withoutOwner,
} from './storage-requests.ts'

export interface ApiGatewayParts {
  readonly library: Pick<Library, 'fetch'>
  readonly site: Site
  readonly auth: AuthRules
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
  readonly sessionHasEnded: SessionHasEnded
  readonly mayWrite: MayWrite
  readonly requestLog: Pick<RequestLog, 'failed'>
  /** Called when a disk did not take a write. */
  readonly writeFailed: () => void
}

/**
 * Handles one request of the API; `id` names it in the log.
 * @param enter waits for the slot of a statement without an account
 */
export type ApiGateway = (
  service: Service,
  request: Request,
  id: string,
  enter?: EnterStatement,
) => Promise<Response>

/** A request with its caller and context. */
interface Call {
  readonly service: Service
  readonly request: Request
  readonly caller: Caller
  readonly context: RequestContext
  readonly enter: EnterStatement
}

/** Whether a call of a function of the API may write. */
export type MayWrite = (name: string) => Promise<boolean>

/** Knows the functions that may write from the database's catalogue, which is read once. */
export function createMayWrite(query: Database['query']): MayWrite {
  let names: Promise<ReadonlySet<unknown>> | undefined
  return async (name) => {
    names ??= query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`,
    ).then(({ rows }) => new Set(rows.map(({ proname }) => proname)))
    names.catch(() => (names = undefined))
    return (await names).has(name)
  }
}

const functionPath = /^\/rest\/v1\/rpc\/([^/]+)\/*$/

/** Deeper JSON would exhaust the stack of the library or of the database. */
const maxJsonDepth = 64
/** The same of JSON in a string or in the query, which the database parses; of texts, more than any has. */
const maxBracketDepth = 500

/**
 * Passes requests to the library, with the fixes of this folder. A failure is logged by its kind, and the client gets a
 * message without details.
 */
export function createApiGateway(parts: ApiGatewayParts): ApiGateway {
  const { library, site, auth, callerOf, sessionHasEnded, isTrusted, mayWrite, requestLog, writeFailed } =
    parts

  const enterBody = createBodyLimits()

  async function answer({ service, request, caller, context, enter }: Call): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname
    const isExempt: IsExempt = async () => isTrusted(caller)
    const routeError = service === 'storage' ? storageRouteError(path, request.method) : null
    if (routeError !== null) return routeError
    // The library's router decodes the path later; no table and no function has an encoded character.
    if (service === 'rest' && path.includes('%'))
      return apiError('rest', 404, 'PGRST125', 'There is nothing at this address')
    // A read-only transaction would fail only if there is something to write, and so reveal stored data.
    const called = isSafeMethod(request.method) ? functionPath.exec(path)?.[1] : undefined
    if (called !== undefined && (await mayWrite(called))) {
      const answer = apiError('rest', 405, 'PGRST117', 'Call this function with POST')
      answer.headers.set('allow', 'POST')
      return answer
    }
    const isImage = service === 'storage' && isUpload(path, request.method)
    if (service !== 'rest' && !isImage && isForm(request)) {
      const code = service === 'auth' ? 'bad_json' : 'InvalidRequest'
      return apiError(service, 400, code, 'A form may only upload an image to its bucket')
    }
    // Auth checks the session itself.
    if (service !== 'auth' && (await sessionHasEnded(caller))) return endedSession(service)
    // The largest bodies are read only for callers who may be allowed to send them.
    if (isImage && caller.kind === 'anyone') {
      return apiError('storage', 403, 'Unauthorized', 'Sign in to upload images')
    }
    const invalidQuery = service === 'rest' ? await queryError(url.searchParams, isExempt) : null
    if (invalidQuery !== null) return invalidQuery
    using room = await enterBody(service, path, request, isExempt)
    if (room === null) return tooManyRequests(service, 'requests', slotRetryMs)
    const body = await readBody(request, room.most)
    if (!isImage && body !== null && jsonDepth(body) > maxJsonDepth) {
      return apiError(service, 400, 'bad_json', `The body is nested deeper than ${maxJsonDepth} levels`)
    }
    const texts = [...url.searchParams.values(), isImage ? '' : (body?.toString('latin1') ?? '')]
    if (texts.some((text) => bracketDepth(text) > maxBracketDepth)) {
      return apiError(service, 400, 'bad_json', `A text is nested deeper than ${maxBracketDepth} levels`)
    }
    if (service === 'storage' && !hasValidStorageBody(path, request.method, body)) {
      return apiError('storage', 400, 'InvalidRequest', 'The body is not a JSON object')
    }
    const { method, headers } = request
    const fields = (service === 'auth' ? jsonObjectIn(body) : null) ?? {}
    const authRequest = { method, path, query: url.searchParams, headers, fields }
    // After the body, which may be slow. A sign-in has its own limits, and mostly hashes.
    using slot = path === '/auth/v1/token' ? noSlot : await enter()
    if (slot === null) return tooManyRequests(service, 'requests', slotRetryMs)
    if (service === 'auth') {
      const early = authRequestError(method, path, body) ?? (await auth.respond(authRequest))
      if (early !== null) return early
    }
    const leadError = service === 'rest' ? leadFieldsError(method, path, body) : null
    if (leadError !== null) return leadError
    const received = withBody(service, request, body, context)
    const upload = isImage ? await plainUpload(received) : received
    if (upload === null) return apiError('storage', 400, 'InvalidRequest', 'The upload holds no file')
    const invalidContent = isImage ? await uploadError(upload) : null
    if (invalidContent !== null) return invalidContent
    const response = await library.fetch(upload)
    switch (service) {
      case 'rest':
        if (response.status === 500) return restErrorResponse(context.databaseError) ?? response
        return answersWithFiles.has(path) ? response : await withinSize(response, isExempt)
      case 'auth':
        return await auth.complete(authRequest, response)
      case 'storage':
        if (context.imageExists === true)
          return apiError('storage', 409, 'Duplicate', 'The resource already exists')
        return context.diskIsFull === true || isDiskFull(context.databaseError)
          ? apiError('storage', 503, 'DiskFull', noRoomLeft)
          : await withoutOwner(response)
    }
  }

  async function attempt(call: Call): Promise<Response> {
    const { service, request, context } = call
    const { id } = context
    const unavailableResponse = (): Response =>
      serviceUnavailable(service, request.method, errorCode(unavailable(context)))
    try {
      const response = await answer(call)
      if (context.diskIsFull === true || isWriteFailure(context.databaseError)) writeFailed()
      if (context.regexes === 'refused') return regexRefused(new URL(request.url).searchParams)
      if (unavailable(context) !== undefined && response.status >= 400) return unavailableResponse()
      if (response.status === 503) requestLog.failed(id, kindOf(context.databaseError ?? context.failure))
      if (response.status < 500 || response.status === 503) return response
    } catch (error) {
      if (error instanceof BodyTooLargeError)
        return apiError(service, 413, 'too_large', 'The request is too large')
      if (error instanceof BodyAbortedError)
        return apiError(service, 400, 'cut_off', 'The request ended too early')
      if (unavailable(context) !== undefined) return unavailableResponse()
      context.failure = error
    }
    const error = context.databaseError ?? context.failure
    const cause = malformedRequestCause(error)
    if (cause !== 'request') requestLog.failed(id, kindOf(error))
    if (cause !== null) return apiError(service, 400, 'bad_request', 'The request cannot be understood')
    const code = service === 'auth' ? 'unexpected_failure' : 'internal'
    return apiError(service, 500, code, 'Internal server error')
  }

  return async (service, request, id, enter = async () => noSlot) => {
    const query = new URL(request.url).searchParams
    const caller = callerOf(request.headers, query.get('token'))
    const isKnown = caller.kind === 'account' || caller.kind === 'operator'
    const enterFor = isKnown ? async () => noSlot : enter
    const inquiryHeaders = inquiryHeadersOf(request.headers)
    const newContext = (): RequestContext => ({
      id,
      ...(inquiryHeaders && { inquiryHeaders }),
      redirectTo: redirectTarget(site, query.get('redirect_to')),
      ...(caller.kind === 'account' ? { account: caller } : {}),
      timeLimitMs: isKnown ? statementTimeLimits.account : statementTimeLimits.visitor,
      ...(caller.kind !== 'operator' && mentionsRegex(query) ? { regexes: 'forbidden' } : {}),
    })
    const run = async (context: RequestContext): Promise<Response> =>
      requestContext.run(context, async () => attempt({ service, request, caller, context, enter: enterFor }))
    const first = newContext()
    const response = await run(first)
    if (unavailable(first) === undefined || response.status !== 503) return response
    // A statement that was ended by its time would take as long again.
    const isAgain = first.timedOut === undefined && isRetryable(service, request.method)
    const second = isAgain ? newContext() : first
    const again = isAgain ? await run(second) : response
    if (again.status === 503) requestLog.failed(id, kindOf(unavailable(second) ?? unavailable(first)))
    return again
  }
}

/** Why the database did not carry a request out; a timeout explains a connection that was lost afterwards. */
function unavailable({ timedOut, connectionLost }: RequestContext): Error | undefined {
  return timedOut ?? connectionLost
}

/** The request for the library, with a buffered body and a validated redirect. */
function withBody(
  service: Service,
  request: Request,
  body: Buffer<ArrayBuffer> | null,
  context: RequestContext,
): Request {
  const url = new URL(request.url)
  // The query of a function called with GET holds arguments, not filters.
  const isCall = url.pathname.startsWith('/rest/v1/rpc/') && body === null
  if (service === 'rest' && !isCall) context.literals = extractLiterals(url.searchParams, context.id)
  if (url.searchParams.has('redirect_to')) url.searchParams.set('redirect_to', context.redirectTo)
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  // The planner estimates from all rows, also from those that the caller may not read.
  const prefer = headers.get('prefer')
  if (prefer !== null)
    headers.set('prefer', prefer.replaceAll(/count\s*=\s*(?:planned|estimated)/gi, 'count=exact'))
  // The library checks an upload's size by this header only.
  if (body !== null) headers.set('content-length', String(body.byteLength))
  return new Request(url, { method: request.method, headers, body })
}

/** As for an expired token, after which supabase-js's users sign in again. */
function endedSession(service: Service): Response {
  const sentence = 'The token is no longer valid'
  return apiError(service, 401, service === 'rest' ? 'PGRST301' : 'InvalidJWT', sentence)
}

/** An error's kind without its message, which may contain user input. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was given'
  return [error.name, errorCode(error)].filter(Boolean).join(' ')
}

/** The database's limit for the name of a product, in characters. */
const maxNameLength = 200

/**
 * The response to a lead with a field of another kind, or null; the database checks the rest.
 * Upstream: writes a nested value as text, and fails with 500 where it is nested deeply.
 */
function leadFieldsError(method: string, path: string, body: Buffer | null): Response | null {
  if (method !== 'POST' || decodeURIComponent(path).replace(/(?<!\/)\/+$/, '') !== '/rest/v1/leads')
    return null
  let value: unknown
  try {
    value = readJson(body)
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error
    return null // CSV and forms, for the operator's programs
  }
  const problem = (Array.isArray(value) ? value : [value]).map(problemOf).find((found) => found !== null)
  return problem === undefined ? null : apiError('rest', 400, '23514', problem)
}

/** A sentence that names the field and its rule. */
function problemOf(lead: unknown): string | null {
  if (!isObject(lead)) return null
  for (const [field, value] of Object.entries(lead)) {
    if (field === 'selected_products' && Array.isArray(value)) {
      if (value.some((name) => typeof name !== 'string'))
        return 'selected_products: every product is a name, as text'
      // A character may be two units of a string.
      if (value.some((name) => Array.from(String(name)).length > maxNameLength))
        return `selected_products: a product's name may have at most ${maxNameLength} characters`
    } else if (typeof value === 'object' && value !== null) return `${field}: must be text`
  }
  return null
}

const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
})

/** The message for a write when the disk is full. */
const noRoomLeft = 'The server’s disk is full. Nothing was saved; try again later.'
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
