import { queuedMessage, type QueuedMail } from './queued-message.ts'
import { sendQueuedMails } from './send-queued-mails.ts'
import { createSmtpDelivery } from './smtp.ts'

/** The variables of the Edge Function; a hosted project sets the first two itself. */
const names = [
  'SUPABASE_URL',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SITE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SEND_MAIL_SECRET',
] as const

/**
 * Answers a call of the Edge Function `send-mail`: sends what is due in the outbox of a hosted project, and gives the
 * number of e-mails that were sent. A call without the secret in the header `x-send-mail-secret` is refused.
 */
export function createSendMailHandler(env: Readonly<Record<string, string | undefined>>) {
  return async (request: Request): Promise<Response> => {
    const missing = names.filter((name) => (env[name] ?? '') === '')
    if (missing.length > 0) return Response.json({ error: `Not set: ${missing.join(', ')}` }, { status: 500 })
    const value = (name: (typeof names)[number]): string => env[name] ?? ''
    if (!(await isEqual(request.headers.get('x-send-mail-secret') ?? '', value('SEND_MAIL_SECRET'))))
      return Response.json({ error: 'Forbidden' }, { status: 403 })

    const call = async (name: string, body: object): Promise<unknown> => {
      const response = await fetch(`${value('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: value('SUPABASE_SERVICE_ROLE_KEY'),
          authorization: `Bearer ${value('SUPABASE_SERVICE_ROLE_KEY')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${name} was answered with ${response.status}`)
      return response.status === 204 ? null : response.json()
    }
    const smtp = createSmtpDelivery({ url: value('SMTP_URL'), from: value('MAIL_FROM'), retryAfterMs: [] })
    const origins = { site: new URL(value('SITE_URL')).origin, images: new URL(value('SUPABASE_URL')).origin }
    const sent = await sendQueuedMails(
      {
        // The result of the function.
        claim: async (batch) => (await call('claim_mails', { batch })) as QueuedMail[],
        finish: async ({ id, attempt }, error, isFinal) => {
          await call('finish_mail', { mail_id: id, attempt, error, is_final: isFinal })
        },
      },
      async (mail) => {
        let code = 'unknown'
        try {
          await smtp.deliver(queuedMessage(mail, origins), (failure) => (code = failure))
          return null
        } catch {
          return code
        }
      },
    )
    return Response.json({ sent })
  }
}

/** Compares digests, so that the time does not tell how much of a guess is right. */
async function isEqual(one: string, other: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [first, second] = await Promise.all([digest(one), digest(other)])
  return first.every((byte, index) => byte === second[index])
}
