import type { App } from '@supabase/lite'
import { requestContext } from '../database/request-context.ts'
import type { Site } from '../http/site-origins.ts'
import { codeMessage, linkMessage, type MessageKind } from '../mail/auth-message.ts'
import type { Outbox } from '../mail/outbox.ts'

type AuthMailer = NonNullable<App['_mailer']>

/**
 * Sends Auth's e-mails to the outbox. Their links redirect to the target of the request that sends them.
 * Upstream: redirects all of them to the home page.
 */
export function createAuthMailer(site: Site, outbox: Outbox): AuthMailer {
  const send = async (kind: MessageKind, to: string, tokenHash: string): Promise<void> => {
    await outbox.send(linkMessage(kind, to, verificationLink(site, kind, tokenHash)))
  }
  return {
    sendConfirmation: async (to, tokenHash) => send('signup', to, tokenHash),
    sendRecovery: async (to, tokenHash) => send('recovery', to, tokenHash),
    sendMagicLink: async (to, tokenHash) => send('magiclink', to, tokenHash),
    sendEmailChange: async (to, tokenHash) => send('email_change', to, tokenHash),
    sendReauthentication: async (to, code) => outbox.send(codeMessage(to, code)),
  }
}

function verificationLink(site: Site, kind: MessageKind, tokenHash: string): string {
  const link = new URL('/auth/v1/verify', site.url)
  link.searchParams.set('token', tokenHash)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', requestContext.getStore()?.redirectTo ?? site.url)
  return link.href
}
