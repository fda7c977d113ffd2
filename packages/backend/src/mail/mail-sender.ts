import type { Database } from '../database/database.ts'
import { errorCode } from '../process/errors.ts'
import type { Log } from '../process/terminal.ts'
import { poll } from '../process/poll.ts'
import type { MailOrigins } from './composed-message.ts'
import type { Outbox } from './outbox.ts'
import { type QueuedMail, queuedMessage, sendQueuedMails } from './queued-message.ts'
import type { SmtpDelivery } from './smtp.ts'

export interface MailSenderOptions {
  readonly query: Database['query']
  readonly outbox: Pick<Outbox, 'store'>
  /** One attempt each; null for files. */
  readonly smtp: SmtpDelivery | null
  readonly origins: MailOrigins
  readonly log: Log
  readonly everyMs?: number | undefined
}

/**
 * Sends the e-mails of leads and invitations, from the database's outbox to files or an SMTP server.
 * @returns a function that ends it; what is not sent by then stays queued
 */
export function startMailSender({ query, outbox, smtp, origins, log, everyMs = 3000 }: MailSenderOptions) {
  const queue = {
    async claim(batch: number) {
      const { rows } = await query('select public.claim_mails($1, $2)::text as mails', [batch, smtp !== null])
      // Built by the function.
      return JSON.parse(String(rows[0]?.['mails'])) as QueuedMail[]
    },
    async finish({ id, attempt }: QueuedMail, error: string | null, isFinal: boolean) {
      await query('select public.finish_mail($1, $2, $3, $4)', [id, attempt, error, isFinal])
    },
  }

  async function deliver(mail: QueuedMail): Promise<string | null> {
    let code = ''
    try {
      const message = queuedMessage(mail, origins)
      if (smtp === null) {
        await outbox.store(message, new Date(mail.created_at))
        if (message.link !== null) log(`mail: ${message.subject}: ${message.link}`)
      } else await smtp.deliver(message, (failure) => (code = failure))
      return null
    } catch (error) {
      code ||= errorCode(error) ?? 'unknown'
      log(`mail: ${mail.kind} ${mail.reference}: not sent (${code})`, 'warn')
      return code
    }
  }

  const stop = poll(async (isStopped) => sendQueuedMails(queue, deliver, isStopped), everyMs)
  return async () => stop(() => smtp?.end())
}
