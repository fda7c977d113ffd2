import { requestContext } from '../database/request-context.ts'
import type { Site } from '../http/site-origins.ts'
import type { LinkKind } from '../mail/auth-message.ts'
import type { AuthRules } from './auth-step.ts'

/**
 * The link of an e-mail to the page that verifies it when its button is pressed.
 * @param redirectTo the address that the page leads to, on the site
 */
export function mailLink(site: Site, kind: LinkKind, tokenHash: string, redirectTo: string): string {
  return new URL(confirmPage(kind, tokenHash, redirectTo), site.url).href
}

/**
 * Redirects a link that verifies when it is opened to the page that asks first: programs that check e-mails open links,
 * too.
 * Upstream: verifies at a GET, and puts the session's tokens into the address.
 */
export const redirectOpenedLink: AuthRules['respond'] = async ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/auth/v1/verify') return null
  const { redirectTo = '' } = requestContext.getStore() ?? {}
  const location = confirmPage(query.get('type') ?? '', query.get('token') ?? '', redirectTo)
  return new Response(null, { status: 303, headers: { location } })
}

function confirmPage(kind: string, tokenHash: string, redirectTo: string): string {
  return `/auth/confirm?${new URLSearchParams({ token_hash: tokenHash, type: kind, redirect_to: redirectTo }).toString()}`
}
