import { cors } from 'hono/cors'

/** Lets pages of any origin call the API: the desktop app has an origin of its own, and no request carries a cookie. */
export const anyOrigin = cors({
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['content-range', 'content-location', 'preference-applied', 'retry-after', 'x-request-id'],
  maxAge: 86_400,
})
