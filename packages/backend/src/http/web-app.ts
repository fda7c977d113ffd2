import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { SharedAnswers } from '../answers/shared-answers.ts'
import { LostConnectionError } from '../database/lost-connection.ts'
import { type AnswerHealth, healthPath } from '../health/health.ts'
import type { ImageFiles } from '../images/image-files.ts'
import type { RequestLog } from '../request-log.ts'
import type { ApiGateway } from './api-gateway.ts'
import { apiError, serviceOf } from './api-answer.ts'
import { allowAnyOrigin, answerNoRealtime, answerPreflight, isPreflight } from './cors.ts'
import { onlyGet } from './file-answer.ts'
import { interrupted } from './interrupted.ts'
import { BodyCutOffError } from './read-body.ts'
import { answerPublicImage, publicImagesPath } from './public-images.ts'
import { storedFilePolicy } from './security-headers.ts'
import { answerConfig, type SiteConfig } from './site-config.ts'
import type { SiteFiles } from './site-files.ts'

/** What a server answers with. */
export interface WebAppParts {
  readonly siteFiles: SiteFiles
  readonly configFor: (request: Request) => SiteConfig
  /** The API and the stored images, or null when a hosted project has them. */
  readonly backend: {
    readonly gateway: ApiGateway
    readonly answers: SharedAnswers
    /** Under which a browser may reach the website. */
    readonly origins: readonly string[]
    readonly images: ImageFiles
  } | null
  /** What every request passes first, in this order. */
  readonly onTheWayIn: readonly MiddlewareHandler[]
  readonly health: AnswerHealth
  readonly log: RequestLog
}

interface Variables {
  readonly requestId: string
}

/** Everything that the server answers, on one origin: the API, the stored images, the configuration, the website. */
export function createWebApp(parts: WebAppParts): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>()

  app.use(async (context, next) => {
    const id = randomUUID()
    const begun = performance.now()
    context.set('requestId', id)
    await next()
    context.header('x-request-id', id)
    const { method, path } = context.req
    parts.log.answered({ id, method, path, status: context.res.status, ms: performance.now() - begun })
  })
  app.use(async ({ req }, next) => {
    const answer = refusedOutright(req.method, new URL(req.url).pathname)
    if (answer === null) await next()
    return answer ?? undefined
  })
  for (const step of parts.onTheWayIn) app.use(step)

  app.all(healthPath, async ({ req }) => parts.health(req.raw))
  app.all('/config.json', ({ req }) =>
    req.method === 'GET' || req.method === 'HEAD' ? answerConfig(parts.configFor(req.raw)) : onlyGet(),
  )
  if (parts.backend !== null) app.all('/realtime/v1/api/ping', ({ req }) => answerNoRealtime(req.raw))
  app.all('*', async (context) => {
    const request = context.req.raw
    const path = new URL(request.url).pathname
    const service = serviceOf(path)
    const { backend } = parts
    if (service === null) {
      const data = backend && {
        config: parts.configFor(request),
        origins: backend.origins,
        textFor: backend.answers.textFor,
      }
      return parts.siteFiles(request, data ?? undefined)
    }
    if (backend === null) return apiError(service, 404, 'not_found', 'The API is at the hosted project')
    if (isPreflight(request)) return answerPreflight(request)
    if (path.startsWith(publicImagesPath)) {
      return answerPublicImage(backend.images, path.slice(publicImagesPath.length), request)
    }
    const ask = async () => backend.gateway(service, request, context.get('requestId'))
    // Auth's answers hold tokens, whose length after compression would say something about them.
    const response = service === 'rest' ? await backend.answers.answer(request, ask) : await ask()
    // Whoever is told that a session has ended finds it ended everywhere here.
    if (service === 'auth') await backend.answers.caughtUp()
    allowAnyOrigin(response.headers)
    // By whatever address an image is asked for: signed, or with the token of an account.
    if (service === 'storage') response.headers.set('content-security-policy', storedFilePolicy)
    // Sessions and inquiries are nothing to keep in a browser's cache.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  })
  app.onError((error, context) => {
    if (error instanceof BodyCutOffError) return context.text('The request ended before its end', 400)
    parts.log.failed(context.get('requestId'), error.name)
    if (error instanceof LostConnectionError) {
      const { method, path } = context.req
      const answer = interrupted(serviceOf(path) ?? 'rest', method)
      allowAnyOrigin(answer.headers)
      return answer
    }
    return context.text('Internal server error', 500)
  })
  return app
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The answer to a method that nothing here knows and to an address that is not well encoded, or null. */
function refusedOutright(method: string, path: string): Response | null {
  const service = serviceOf(path)
  if (!methods.includes(method)) {
    const headers = { allow: methods.join(', ') }
    return service === null ? onlyGet() : new Response(null, { status: 405, headers })
  }
  // The website answers such an address as one that it does not have.
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
