import type { AuthRules } from './auth-step.ts'

/** The links that a page offers to send again. */
const kinds = new Set(['signup', 'recovery'])

/**
 * Names the kind of a link that no longer works in the fragment that the page reads, so that it offers a new one of that
 * kind.
 * Upstream: names it only in the link.
 */
export const nameExpiredLink: AuthRules['complete'] = async ({ path, query }, response) => {
  const kind = query.get('type') ?? ''
  const location = response.headers.get('location') ?? ''
  if (path !== '/auth/v1/verify' || !location.includes('#error=') || !kinds.has(kind)) return response
  const headers = new Headers(response.headers)
  headers.set('location', `${location}&type=${kind}`)
  return new Response(null, { status: response.status, headers })
}
