import type { App } from '@supabase/lite'
import type { CallerOf } from '../accounts/caller.ts'
import { isDiskFull } from '../data-folder/disk-reason.ts'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { apiError, type Service } from '../http/api-error.ts'
import { BodyCutOffError, BodyTooLargeError, readBody } from '../http/read-body.ts'
import type { RequestLog } from '../http/request-log.ts'
import { isRetryable, serviceUnavailable } from '../http/service-unavailable.ts'
import { redirectTarget, type Site } from '../http/site-origins.ts'
import { errorCode } from '../process/errors.ts'
import { hasValidAuthFields } from './auth-fields.ts'
import { noRoomLeft, restErrorResponse } from './database-errors.ts'
import { extractLiterals } from './filter-literals.ts'
import type { RepeatedSignUp } from './repeated-sign-up.ts'
import { malformedRequestCause } from './malformed-request-cause.ts'
import {
  hasValidStorageBody,
  isForm,
  isUpload,
  plainUpload,
  storageRouteError,
  uploadError,
} from './storage-requests.ts'

export interface ApiGatewayParts {
  readonly library: Pick<App, 'fetch'>
  readonly site: Site
  readonly repeatedSignUp: RepeatedSignUp
  readonly callerOf: CallerOf
  readonly log: Pick<RequestLog, 'failed'>
}

/** Handles one request of the API; `id` names it in the log. */
export type ApiGateway = (service: Service, request: Request, id: string) => Promise<Response>

/** The maximum body of a request to each service, in bytes. */
const maxBodyBytes: Record<Service, number> = {
  rest: 256 * 1024,
  auth: 256 * 1024,
  storage: 6 * 1024 * 1024,
}

/**
 * Passes requests to the library, with the fixes of this folder. A failure is logged by its kind, and the client gets a
 * message without details.
 */
export function createApiGateway(parts: ApiGatewayParts): ApiGateway {
  const { library, site, repeatedSignUp, callerOf, log } = parts

  async function answer(service: Service, request: Request, context: RequestContext): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname
    const routeError = service === 'storage' ? storageRouteError(path, request.method) : null
    if (routeError !== null) return routeError
    const isImage = service === 'storage' && isUpload(path, request.method)
    if (service !== 'rest' && !isImage && isForm(request)) {
      const code = service === 'auth' ? 'bad_json' : 'InvalidRequest'
      return apiError(service, 400, code, 'A form brings an image to its bucket, and nothing else')
    }
    // The largest bodies are read only for callers who may be allowed to send them.
    if (isImage && callerOf(request.headers, url.searchParams.get('token')).kind === 'anyone') {
      return apiError('storage', 403, 'Unauthorized', 'Sign in to upload images')
    }
    const body = await readBody(request, maxBodyBytes[service])
    if (service === 'storage' && !hasValidStorageBody(path, request.method, body)) {
      return apiError('storage', 400, 'InvalidRequest', 'The body is no JSON object')
    }
    if (service === 'auth' && !hasValidAuthFields(body)) {
      return apiError('auth', 400, 'bad_json', 'A field of the body is of another kind than it should be')
    }
    const received = withBody(service, request, body, context)
    const upload = isImage ? await plainUpload(received) : received
    if (upload === null) return apiError('storage', 400, 'InvalidRequest', 'The upload holds no file')
    const invalidContent = isImage ? await uploadError(upload) : null
    if (invalidContent !== null) return invalidContent
    const response = await library.fetch(upload)
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

  async function attempt(service: Service, request: Request, context: RequestContext): Promise<Response> {
    const { id } = context
    try {
      const response = await answer(service, request, context)
      if (context.connectionLost !== undefined && response.status >= 400)
        return serviceUnavailable(service, request.method)
      if (response.status === 503) log.failed(id, kindOf(context.databaseError ?? context.failure))
      if (response.status < 500 || response.status === 503) return response
    } catch (error) {
      if (error instanceof BodyTooLargeError)
        return apiError(service, 413, 'too_large', 'The request is too large')
      if (error instanceof BodyCutOffError)
        return apiError(service, 400, 'cut_off', 'The request ended before its end')
      if (context.connectionLost !== undefined) return serviceUnavailable(service, request.method)
      context.failure = error
    }
    const error = context.databaseError ?? context.failure
    const cause = malformedRequestCause(error)
    if (cause !== 'request') log.failed(id, kindOf(error))
    return cause === null
      ? apiError(
          service,
          500,
          service === 'auth' ? 'unexpected_failure' : 'internal',
          'Internal server error',
        )
      : apiError(service, 400, 'bad_request', 'The request cannot be understood')
  }

  return async (service, request, id) => {
    const redirectTo = redirectTarget(site, new URL(request.url).searchParams.get('redirect_to'))
    const run = async (context: RequestContext): Promise<Response> =>
      requestContext.run(context, async () => attempt(service, request, context))
    const first: RequestContext = { id, redirectTo }
    const response = await run(first)
    if (first.connectionLost === undefined || response.status !== 503) return response
    const second: RequestContext = { id, redirectTo }
    const again = isRetryable(service, request.method) ? await run(second) : response
    if (again.status === 503) log.failed(id, kindOf(second.connectionLost ?? first.connectionLost))
    return again
  }
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
  // The library checks an upload's size by this header only.
  if (body !== null) headers.set('content-length', String(body.byteLength))
  return new Request(url, { method: request.method, headers, body })
}

/** An error's kind without its message, which may contain user input. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was given'
  return [error.name, errorCode(error)].filter(Boolean).join(' ')
}
