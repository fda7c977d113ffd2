import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { type QueuedMail, queuedMessage, sendQueuedMails } from './queued-message.ts'
import { createSmtpDelivery } from './smtp.ts'

/** The variables of the Edge Function; a hosted project sets the first itself, and the keys of its API. */
const names = ['SUPABASE_URL', 'SITE_URL', 'SMTP_URL', 'MAIL_FROM', 'SEND_MAIL_SECRET'] as const
const addresses = new Set<string>(['SUPABASE_URL', 'SITE_URL', 'SMTP_URL'])

/**
 * Handles a call of the Edge Function `send-mail`: sends the due e-mails in a hosted project's outbox, and returns
 * their number. A call without the secret in the header `x-send-mail-secret` is rejected. An error of the settings
 * or the database is a message in `error` without values.
 */
export function createSendMailHandler(env: Readonly<Record<string, string | undefined>>) {
  return async (request: Request): Promise<Response> => {
    const fault = (error: string) => Response.json({ error }, { status: 500 })
    const value = (name: (typeof names)[number]): string => env[name] ?? ''
    const key = secretKey(env)
    const missing = names.filter((name) => value(name) === '')
    if (missing.length > 0) return fault(`Not set: ${missing.join(', ')}`)
    const wrong = names.filter((name) => addresses.has(name) && !URL.canParse(value(name)))
    if (wrong.length > 0) return fault(`Not an address: ${wrong.join(', ')}`)
    if (key === undefined)
      return fault('The project gives the function no secret key: create one under API Keys')
    if (!(await isEqual(request.headers.get('x-send-mail-secret') ?? '', value('SEND_MAIL_SECRET'))))
      return Response.json({ error: 'Forbidden' }, { status: 403 })

    const call = async (name: string, body: object): Promise<unknown> => {
      const response = await fetch(`${value('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: key,
          // Only a legacy key is a token, too.
          ...(key.startsWith('sb_') ? {} : { authorization: `Bearer ${key}` }),
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${name} was answered with ${response.status}`)
      return response.status === 204 ? null : response.json()
    }
    try {
      const smtp = createSmtpDelivery({ url: value('SMTP_URL'), from: value('MAIL_FROM'), retryAfterMs: [] })
      const origins = {
        site: new URL(value('SITE_URL')).origin,
        images: new URL(value('SUPABASE_URL')).origin,
      }
      const sent = await sendQueuedMails(
        {
          // The result of the function.
          claim: async (batch) => (await call('claim_mails', { batch, delivers: true })) as QueuedMail[],
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
    } catch (error) {
      return fault(error instanceof Error ? error.message : String(error))
    }
  }
}

/** The key that bypasses row level security: the project's own, or the legacy one, which projects may have disabled. */
function secretKey(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const keys: unknown = parseJson(env['SUPABASE_SECRET_KEYS'] ?? '')
  const ours: unknown = Object.values(recordOf(keys))[0]
  const key = typeof ours === 'string' ? ours : env['SUPABASE_SERVICE_ROLE_KEY']
  return key === '' ? undefined : key
}

/** Compares digests, so that the time does not tell how much of a guess is right. */
async function isEqual(one: string, other: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [first, second] = await Promise.all([digest(one), digest(other)])
  return first.every((byte, index) => byte === second[index])
}
