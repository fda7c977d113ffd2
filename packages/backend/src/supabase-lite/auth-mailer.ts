import type { App } from '@supabase/lite'
import { requestContext } from '../database/request-context.ts'
import type { Site } from '../http/site-origins.ts'
import { codeMessage, type LinkKind, linkMessage } from '../mail/auth-message.ts'
import type { Outbox } from '../mail/outbox.ts'

/** The library's mailer, and a message that it does not know. */
export type AuthMailer = NonNullable<App['_mailer']> & {
  /** Notifies the owner of an address that a sign-up named it, with a link to a new password. */
  sendAccountExists(to: string, tokenHash: string): Promise<void>
  /** Takes as long as any other, and sends nothing. */
  sendNothing(to: string, tokenHash: string): Promise<void>
}

/**
 * Sends Auth's e-mails to the outbox, in the name of the site. Their links redirect to the target of the request that sends them.
 * Upstream: redirects all of them to the home page.
 */
export function createAuthMailer(
  site: Site,
  outbox: Pick<Outbox, 'send' | 'sendNothing'>,
  nameOfSite: () => Promise<string | undefined>,
): AuthMailer {
  const send = async (kind: LinkKind, to: string, tokenHash: string): Promise<void> => {
    const link = verificationLink(site, kind, tokenHash)
    await outbox.send(linkMessage(kind, to, link, await nameOfSite()))
  }
  return {
    sendConfirmation: async (to, tokenHash) => send('signup', to, tokenHash),
    sendRecovery: async (to, tokenHash) => send('recovery', to, tokenHash),
    sendAccountExists: async (to, tokenHash) =>
      outbox.send(
        linkMessage('account_exists', to, verificationLink(site, 'recovery', tokenHash), await nameOfSite()),
      ),
    sendNothing: async (to, tokenHash) =>
      outbox.sendNothing(
        linkMessage('recovery', to, verificationLink(site, 'recovery', tokenHash), await nameOfSite()),
      ),
    sendMagicLink: async (to, tokenHash) => send('magiclink', to, tokenHash),
    sendEmailChange: async (to, tokenHash) => send('email_change', to, tokenHash),
    sendReauthentication: async (to, code) => outbox.send(codeMessage(to, code, await nameOfSite())),
  }
}

function verificationLink(site: Site, kind: LinkKind, tokenHash: string): string {
  const link = new URL('/auth/v1/verify', site.url)
  link.searchParams.set('token', tokenHash)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', requestContext.getStore()?.redirectTo ?? site.url)
  return link.href
}
