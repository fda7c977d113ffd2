import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { errorCode } from '../process/errors.ts'
import { apiError, type Service, serviceOf } from './api-error.ts'
import { anyOrigin } from './cors.ts'
import { methodNotAllowed } from './file-response.ts'
import { type HealthHandler, healthPath } from './health.ts'
import { BodyCutOffError } from './read-body.ts'
import type { RequestLog } from './request-log.ts'
import { storedFilePolicy } from './security-headers.ts'
import { serviceUnavailable } from './service-unavailable.ts'
import { configResponse, type SiteConfig } from './site-config.ts'

/** The API and the stored images. */
export interface BackendRoutes {
  /** Answers a request to one of the services; `id` names it in the log. */
  api(service: Service, request: Request, id: string): Promise<Response>
  /** The images that everybody may see, by their names below a path. */
  readonly publicImages: {
    readonly path: string
    respond(request: Request, name: string): Promise<Response>
  }
}

/** What a server answers with. */
export interface WebAppParts {
  readonly website: (request: Request) => Promise<Response>
  readonly configFor: (request: Request) => SiteConfig
  /** Null when a hosted project has them. */
  readonly backend: BackendRoutes | null
  readonly middleware: readonly MiddlewareHandler[]
  readonly health: HealthHandler
  readonly log: RequestLog
}

interface Variables {
  readonly requestId: string
}

/** SQLSTATE connection_failure. */
const connectionFailure = '08006'

/** Everything that the server answers, on one origin: the API, the stored images, the configuration, the website. */
export function createWebApp(parts: WebAppParts): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>()
  const { backend, log } = parts

  app.use(async (context, next) => {
    const id = randomUUID()
    const begun = performance.now()
    context.set('requestId', id)
    await next()
    context.header('x-request-id', id)
    const { method, path } = context.req
    log.answered({ id, method, path, status: context.res.status, ms: performance.now() - begun })
  })
  app.use(async ({ req }, next) => {
    const refusal = malformedRequestError(req.method, new URL(req.url).pathname)
    if (refusal === null) await next()
    return refusal ?? undefined
  })
  if (backend !== null) {
    for (const path of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*']) app.use(path, anyOrigin)
    // Changes are not announced here. An empty answer keeps the browser's console free of errors.
    app.all('/realtime/v1/api/ping', anyOrigin, (context) => context.body(null, 204))
  }
  for (const middleware of parts.middleware) app.use(middleware)

  app.all(healthPath, async ({ req }) => parts.health(req.raw))
  app.all('/config.json', ({ req }) =>
    req.method === 'GET' || req.method === 'HEAD'
      ? configResponse(parts.configFor(req.raw))
      : methodNotAllowed(),
  )
  app.all('*', async (context) => {
    const request = context.req.raw
    const path = new URL(request.url).pathname
    const service = serviceOf(path)
    if (service === null) return parts.website(request)
    if (backend === null) return apiError(service, 404, 'not_found', 'The API is at the hosted project')
    const { publicImages } = backend
    if (path.startsWith(publicImages.path)) {
      return publicImages.respond(request, path.slice(publicImages.path.length))
    }
    const response = await backend.api(service, request, context.get('requestId'))
    response.headers.delete('access-control-allow-credentials')
    // Signed URLs and URLs with an account's token too.
    if (service === 'storage') response.headers.set('content-security-policy', storedFilePolicy)
    // Sessions and inquiries must not stay in a browser's cache.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  })
  app.onError((error, context) => {
    if (error instanceof BodyCutOffError) return context.text('The request ended before its end', 400)
    log.failed(context.get('requestId'), error.name)
    const { method, path } = context.req
    return errorCode(error) === connectionFailure
      ? serviceUnavailable(serviceOf(path) ?? 'rest', method)
      : context.text('Internal server error', 500)
  })
  return app
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The answer to an unknown method and to an address that is not well encoded, or null. */
function malformedRequestError(method: string, path: string): Response | null {
  const service = serviceOf(path)
  if (!methods.includes(method)) {
    const headers = { allow: methods.join(', ') }
    return service === null ? methodNotAllowed() : new Response(null, { status: 405, headers })
  }
  // The website answers such an address with its 404 page.
  if (service === null || isWellEncoded(path)) return null
  return apiError(service, 400, 'bad_request', 'The address is not well encoded')
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
