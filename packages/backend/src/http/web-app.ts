import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { decoded } from '@giftwell/shared/kernel/decoded.ts'
import { errorCode } from '../process/errors.ts'
import { apiError, type Service, serviceOf, serviceUnavailable } from './api-errors.ts'
import { methodNotAllowed } from './file-response.ts'
import { type HealthHandler, healthPath } from './health.ts'
import { type Metrics, metricsPath } from './metrics.ts'
import { incomingMailPath } from './incoming-mail.ts'
import { BodyAbortedError } from './request-body.ts'
import type { RequestLog } from './request-log.ts'
import { storedFilePolicy } from './security-headers.ts'
import { configFor, configResponse, type SiteConfig } from './site-config.ts'

/** The API and the stored images. */
export interface BackendRoutes {
  /** Handles a request to one of the services; `id` names it in the log. */
  api(service: Service, request: Request, id: string, context: Context): Promise<Response>
  /** Receives e-mails from a mail service; null if the site receives none. */
  readonly incomingMail: ((request: Request) => Promise<Response>) | null
  /** The public images, by their names below a path. */
  readonly publicImages: {
    readonly path: string
    respond(request: Request, name: string): Promise<Response>
  }
}

/** The parts that the app routes to. */
export interface WebAppParts {
  readonly website: (request: Request, context: Context) => Promise<Response>
  readonly config: () => Promise<SiteConfig>
  /** Null with a hosted project. */
  readonly backend: BackendRoutes | null
  /** Answers the owner's programs by their keys; `id` names the request in the log. Null with a hosted project. */
  readonly programs: {
    readonly path: string
    respond(request: Request, id: string, context: Context): Promise<Response>
  } | null
  readonly middleware: readonly MiddlewareHandler[]
  readonly health: HealthHandler
  readonly requestLog: RequestLog
  /** The client as the log names it. */
  readonly clientName: (context: Context) => string | undefined
  readonly metrics: Pick<Metrics, 'respond'>
}

interface Variables {
  readonly requestId: string
}

/** SQLSTATEs connection_failure, too_many_connections and query_canceled. */
const unavailable = new Set<string | undefined>(['08006', '53300', '57014'])

/** Pages of any origin may call the API: the desktop app has its own origin, and no request has a cookie. */
const anyOrigin = cors({
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['content-range', 'content-location', 'preference-applied', 'retry-after', 'x-request-id'],
  maxAge: 86_400,
})

/** Serves the API, the stored images, the configuration and the website on one origin. */
export function createWebApp(parts: WebAppParts): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>()
  const { backend, requestLog } = parts

  app.use(async (context, next) => {
    const id = randomUUID()
    const begun = performance.now()
    context.set('requestId', id)
    await next()
    context.header('x-request-id', id)
    const { method, path } = context.req
    const ms = performance.now() - begun
    requestLog.answered({
      id,
      method,
      path,
      status: context.res.status,
      ms,
      client: parts.clientName(context),
    })
  })
  app.use(async ({ req }, next) => {
    const error = malformedRequestError(req.method, new URL(req.url).pathname)
    if (error === null) await next()
    return error ?? undefined
  })
  if (backend !== null) {
    for (const path of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*']) app.use(path, anyOrigin)
    // There is no Realtime. An empty response avoids an error in the browser's console.
    app.all('/realtime/v1/api/ping', anyOrigin, (context) => context.body(null, 204))
  }
  for (const middleware of parts.middleware) app.use(middleware)

  app.all(healthPath, async ({ req }) => parts.health(req.raw))
  app.all(metricsPath, async (context) => parts.metrics.respond(context))
  app.all('/config.json', async ({ req }) =>
    req.method === 'GET' || req.method === 'HEAD'
      ? configResponse(configFor(req.raw, await parts.config()))
      : methodNotAllowed(),
  )
  if (backend?.incomingMail) {
    const { incomingMail } = backend
    app.all(incomingMailPath, async ({ req }) => incomingMail(req.raw))
  }
  const { programs } = parts
  if (programs !== null) {
    app.all(`${programs.path}/*`, async (context) =>
      programs.respond(context.req.raw, context.get('requestId'), context),
    )
  }
  app.all('*', async (context) => {
    const request = context.req.raw
    const path = new URL(request.url).pathname
    const service = serviceOf(path)
    if (service === null) return parts.website(request, context)
    if (backend === null) return apiError(service, 404, 'not_found', 'The API is at the hosted project')
    const { publicImages } = backend
    if (path.startsWith(publicImages.path)) {
      return publicImages.respond(request, path.slice(publicImages.path.length))
    }
    const response = await backend.api(service, request, context.get('requestId'), context)
    response.headers.delete('access-control-allow-credentials')
    // Also for signed URLs and authenticated downloads.
    if (service === 'storage') response.headers.set('content-security-policy', storedFilePolicy)
    // Sessions and inquiries must not stay in a browser's cache.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  })
  app.onError((error, context) => {
    if (error instanceof BodyAbortedError) return context.text('The request ended too early', 400)
    requestLog.failed(context.get('requestId'), error.name)
    const { method, path } = context.req
    return unavailable.has(errorCode(error))
      ? serviceUnavailable(serviceOf(path) ?? 'rest', method, errorCode(error))
      : context.text('Internal server error', 500)
  })
  return app
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The response to an unknown method or a badly encoded path, or null. */
function malformedRequestError(method: string, path: string): Response | null {
  const service = serviceOf(path)
  if (!methods.includes(method)) {
    const headers = { allow: methods.join(', ') }
    return service === null ? methodNotAllowed() : new Response(null, { status: 405, headers })
  }
  // The website responds to such a path with its 404 page.
  if (service === null || decoded(path) !== null) return null
  return apiError(service, 400, 'bad_request', 'The address is not encoded correctly')
}
