import type { App } from '@supabase/lite'
import type { CallerOf } from '../accounts/caller.ts'
import type { RepeatedSignUp } from './repeated-sign-up.ts'
import { isDiskFull } from '../data-folder/disk-reason.ts'
import { errorCode } from '../process/errors.ts'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import type { RequestLog } from '../http/request-log.ts'
import { redirectTarget, type Site } from '../http/site-origins.ts'
import { apiError, type Service } from '../http/api-error.ts'
import { hasValidAuthFields } from './auth-fields.ts'
import { extractLiterals } from './filter-literals.ts'
import { serviceUnavailable, isRetryable } from '../http/service-unavailable.ts'
import { BodyCutOffError, BodyTooLargeError, readBody } from '../http/read-body.ts'
import { noRoomLeft, restErrorResponse } from './database-errors.ts'
import {
  isForm,
  isUnderstood,
  isUpload,
  plainUpload,
  storageRouteError,
  uploadError,
} from './storage-requests.ts'

/** What the gateway stands in front of. */
export interface ApiGatewayParts {
  readonly library: Pick<App, 'fetch'>
  readonly site: Site
  readonly repeatedSignUp: RepeatedSignUp
  readonly callerOf: CallerOf
  readonly log: Pick<RequestLog, 'failed'>
}

/** Answers one request of the API; `id` names it in the log. */
export type ApiGateway = (service: Service, request: Request, id: string) => Promise<Response>

/** The most bytes that a request to each service may carry. */
const bodyCaps: Record<Service, number> = { rest: 256 * 1024, auth: 256 * 1024, storage: 6 * 1024 * 1024 }

/**
 * The way into the library and out of it again. On the way in: bodies are capped, uploads made plain and
 * looked into, addresses to return to checked, values set aside that the library would misread. On the way out: what
 * the library takes for its own failure becomes what a hosted project answers, and a real failure becomes its kind in
 * the log and a word without particulars for the client.
 */
export function createApiGateway(parts: ApiGatewayParts): ApiGateway {
  const { library, site, repeatedSignUp, callerOf, log } = parts
  const answer = async (service: Service, request: Request, context: RequestContext): Promise<Response> => {
    const path = new URL(request.url).pathname
    const refused = service === 'storage' ? storageRouteError(path, request.method) : null
    if (refused !== null) return refused
    const brings = service === 'storage' && isUpload(path, request.method)
    if (service !== 'rest' && !brings && isForm(request)) {
      const code = service === 'auth' ? 'bad_json' : 'InvalidRequest'
      return apiError(service, 400, code, 'A form brings an image to its bucket, and nothing else')
    }
    // The largest bodies are read for those alone who may be allowed to bring them.
    const addressToken = new URL(request.url).searchParams.get('token')
    if (brings && callerOf(request.headers, addressToken).kind === 'anyone') {
      return apiError('storage', 403, 'Unauthorized', 'Sign in to upload images')
    }
    const body = await readBody(request, bodyCaps[service])
    if (service === 'storage' && !isUnderstood(path, request.method, body)) {
      return apiError('storage', 400, 'InvalidRequest', 'The body is no JSON object')
    }
    if (service === 'auth' && !hasValidAuthFields(body)) {
      return apiError('auth', 400, 'bad_json', 'A field of the body is of another kind than it should be')
    }
    const received = asReceived(service, request, body, context)
    const understood = brings ? await plainUpload(received) : received
    if (understood === null) return apiError('storage', 400, 'InvalidRequest', 'The upload holds no file')
    const refusedByContent = brings ? await uploadError(understood) : null
    if (refusedByContent !== null) return refusedByContent
    const response = await library.fetch(understood)
    switch (service) {
      case 'rest':
        return response.status === 500 ? (restErrorResponse(context.databaseError) ?? response) : response
      case 'auth':
        return repeatedSignUp(path, body, response)
      case 'storage':
        if (context.imageExists === true)
          return apiError('storage', 409, 'Duplicate', 'The resource already exists')
        return context.diskIsFull === true || isDiskFull(context.databaseError)
          ? apiError('storage', 503, 'DiskFull', noRoomLeft)
          : response
    }
  }
  const attempt = async (service: Service, request: Request, context: RequestContext): Promise<Response> =>
    requestContext.run(context, async () => {
      const { id } = context
      try {
        const response = await answer(service, request, context)
        if (context.connectionLost !== undefined && response.status >= 400)
          return serviceUnavailable(service, request.method)
        if (response.status === 503) log.failed(id, kindOf(context.databaseError ?? context.failure))
        if (response.status < 500 || response.status === 503) return response
        if (isOfRequest(context, log))
          return apiError(service, 400, 'bad_request', 'The request cannot be understood')
      } catch (error) {
        if (error instanceof BodyTooLargeError)
          return apiError(service, 413, 'too_large', 'The request is too large')
        if (error instanceof BodyCutOffError)
          return apiError(service, 400, 'cut_off', 'The request ended before its end')
        if (context.connectionLost !== undefined) return serviceUnavailable(service, request.method)
        context.failure = error
        if (isOfRequest(context, log))
          return apiError(service, 400, 'bad_request', 'The request cannot be understood')
      }
      log.failed(id, kindOf(context.databaseError ?? context.failure))
      return apiError(
        service,
        500,
        service === 'auth' ? 'unexpected_failure' : 'internal',
        'Internal server error',
      )
    })
  return async (service, request, id) => {
    const redirectTo = redirectTarget(site, new URL(request.url).searchParams.get('redirect_to'))
    const first: RequestContext = { id, redirectTo }
    const response = await attempt(service, request, first)
    if (first.connectionLost === undefined || response.status !== 503) return response
    const second: RequestContext = { id, redirectTo }
    const again = isRetryable(service, request.method) ? await attempt(service, request, second) : response
    if (again.status === 503) log.failed(id, kindOf(second.connectionLost ?? first.connectionLost))
    return again
  }
}

/** The request as it goes on: with its body in memory, and asking to return to an address that was checked. */
function asReceived(
  service: Service,
  request: Request,
  body: Buffer<ArrayBuffer> | null,
  context: RequestContext,
): Request {
  const url = new URL(request.url)
  // A function that is called with GET has its arguments where a table has its filters.
  const isCall = url.pathname.startsWith('/rest/v1/rpc/') && body === null
  if (service === 'rest' && !isCall) context.literals = extractLiterals(url.searchParams, context.id)
  if (url.searchParams.has('redirect_to')) url.searchParams.set('redirect_to', context.redirectTo)
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  // The library checks an upload's size by this header alone.
  if (body !== null) headers.set('content-length', String(body.byteLength))
  return new Request(url, { method: request.method, headers, body })
}

const notOfToken = /^ERR_J(?:WS|WT|OSE)_/
/** The database's codes for values that are none of their type. */
const notOfText = /^22[0-9A-Z]{3}$/

/**
 * Whether the library failed at reading a request, which it takes for a failure of its own: at a token that nobody
 * signed or that is none, at a value that the database does not take, or with an error of the language. The last may be
 * a fault of the library's as well, so it is logged; one that our own lines throw is always a fault.
 */
function isOfRequest(
  { id, databaseError, failure }: RequestContext,
  log: Pick<RequestLog, 'failed'>,
): boolean {
  // What the library calls an error of the database may be one of its own; see StatementFailedError.
  const error = databaseError ?? failure
  const code = errorCode(error)
  if (code !== undefined) return notOfText.test(code) || notOfToken.test(code)
  const isOfLanguage = [TypeError, SyntaxError, URIError, RangeError].some((kind) => error instanceof kind)
  if (!isOfLanguage || !isThrownByLibrary(error)) return false
  log.failed(id, kindOf(error))
  return true
}

/** Whether the innermost place of a file that an error went through lies in a package and not in our own lines. */
function isThrownByLibrary(error: unknown): boolean {
  const places = error instanceof Error ? (error.stack?.split('\n') ?? []) : []
  const innermost = places.find(
    (place) => /^\s+at .*(?:file:\/\/|\()\/?.*:\d+:\d+\)?$/.test(place) && !place.includes('node:'),
  )
  return innermost?.includes('/node_modules/') ?? false
}

/** An error's kind without its words, which may repeat what a person wrote. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was given'
  return [error.name, errorCode(error)].filter(Boolean).join(' ')
}
