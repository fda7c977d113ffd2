import type { App } from '@supabase/lite'
import { requestContext } from '../database/request-context.ts'
import type { Site } from '../http/site-config.ts'
import { codeMessage, type LinkKind, linkMessage, type MailLook } from '../mail/auth-message.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { AuthRules } from './auth-request.ts'

/** The library's mailer, and a message that it does not know. */
export type AuthMailer = NonNullable<App['_mailer']> & {
  /** Confirms an account whose password another sign-up has replaced. */
  sendConfirmationAgain(to: string, tokenHash: string): Promise<void>
  /** Notifies the owner of an address that a sign-up named it, with a link to a new password. */
  sendAccountExists(to: string, tokenHash: string): Promise<void>
  /** Takes as long as any other, and sends nothing. */
  sendNothing(to: string, tokenHash: string): Promise<void>
}

/**
 * Sends Auth's e-mails to the outbox, in the name of the site. Their links lead to the page that verifies them and from there to
 * the target of the request that sends them.
 * Upstream: verifies at the opening of a link, and redirects all of them to the home page.
 */
export function createAuthMailer(
  site: Site,
  outbox: Pick<Outbox, 'send' | 'sendNothing'>,
  lookOfSite: () => Promise<MailLook>,
): AuthMailer {
  const linkTo = (kind: LinkKind, tokenHash: string): string =>
    mailLink(site, kind, tokenHash, requestContext.getStore()?.redirectTo ?? site.url)
  const send = async (kind: LinkKind, to: string, tokenHash: string): Promise<void> => {
    await outbox.send(linkMessage(kind, to, linkTo(kind, tokenHash), await lookOfSite()))
  }
  return {
    sendConfirmation: async (to, tokenHash) => send('signup', to, tokenHash),
    sendConfirmationAgain: async (to, tokenHash) =>
      outbox.send(linkMessage('signup_again', to, linkTo('signup', tokenHash), await lookOfSite())),
    sendRecovery: async (to, tokenHash) => send('recovery', to, tokenHash),
    sendAccountExists: async (to, tokenHash) =>
      outbox.send(linkMessage('account_exists', to, linkTo('recovery', tokenHash), await lookOfSite())),
    sendNothing: async (to, tokenHash) =>
      outbox.sendNothing(linkMessage('recovery', to, linkTo('recovery', tokenHash), await lookOfSite())),
    sendMagicLink: async (to, tokenHash) => send('magiclink', to, tokenHash),
    sendEmailChange: async (to, tokenHash) => send('email_change', to, tokenHash),
    sendReauthentication: async (to, code) => outbox.send(codeMessage(to, code, await lookOfSite())),
  }
}

/**
 * The link of an e-mail to the page that verifies it when its button is pressed.
 * @param redirectTo the address that the page leads to, on the site
 */
function mailLink(site: Site, kind: LinkKind, tokenHash: string, redirectTo: string): string {
  return new URL(confirmPage(kind, tokenHash, redirectTo), site.url).href
}

/**
 * Redirects a link that verifies when it is opened to the page with a button: programs that check e-mails open links,
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
