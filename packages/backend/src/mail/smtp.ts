import { setTimeout as delay } from 'node:timers/promises'
import { Semaphore } from 'async-mutex'
import { errorCode } from '../process/errors.ts'
import type { Message } from './auth-message.ts'

/** The SMTP server that takes the e-mails. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://` (TLS from the start), with user and password if the server requires them. */
  readonly url: string
  /** The sender: `Giftwell <no-reply@gifts.example>`. */
  readonly from: string
  /** The sender that comes before it, if the message names none. */
  readonly chosenSender?: () => Promise<Message['from'] | null>
  /** The waits before further attempts, in milliseconds. */
  readonly retryAfterMs?: readonly number[]
  /** How long one attempt may take, in milliseconds. */
  readonly timeLimitMs?: number
}

/** Hands messages to an SMTP server. */
export interface SmtpDelivery {
  /**
   * Resolves when the server has accepted the message.
   * @param onFailure called for each attempt that failed, with its code, such as `ECONNECTION` or `EENVELOPE 550`
   * @throws when it is refused for good, when the last attempt fails, and after the end
   */
  deliver(message: Message, onFailure: (code: string) => void): Promise<void>
  /** Ends the waits for further attempts. */
  stopRetrying(): void
  /** Ends the attempts in flight, too. */
  end(): void
}

/** The response to the request that sends a message has been sent by then, so its time does not tell that there is one. */
const startAfterMs = 100

/** Servers count the connections of a client. */
const maxConnections = 5

/** The library is loaded with the first message. A password is sent over TLS only, except to this machine. */
export function createSmtpDelivery({
  url,
  from,
  chosenSender = async () => null,
  retryAfterMs = [5000, 60_000],
  timeLimitMs = 20_000,
}: SmtpSettings): SmtpDelivery {
  const [stopped, ended] = [new AbortController(), new AbortController()]
  const slots = new Semaphore(maxConnections)
  const { hostname, username } = new URL(url)
  const requireTLS = username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

  async function attempt({ to, subject, text, html, ...message }: Message): Promise<void> {
    const { createTransport } = await import('nodemailer')
    await createTransport({ url, requireTLS }).sendMail({
      from: message.from ?? (await chosenSender().catch(() => null)) ?? from,
      ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
      ...(message.messageId !== undefined && { messageId: message.messageId }),
      ...(message.references !== undefined && {
        references: [...message.references],
        inReplyTo: message.references.at(-1),
      }),
      // As an object, so that a comma in it makes no second recipient.
      to: { name: '', address: to },
      subject,
      text,
      html,
      // The library knows the type of a file by its name.
      attachments: (message.attachments ?? []).map(({ name, content }) => ({
        filename: name,
        content,
        encoding: 'base64',
      })),
      headers: message.isPersonal === true ? {} : { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([AbortSignal.timeout(timeLimitMs), ended.signal]),
    })
  }

  return {
    async deliver(message, onFailure) {
      await delay(startAfterMs)
      for (const wait of [...retryAfterMs, null]) {
        try {
          await slots.runExclusive(async () => attempt(message))
          return
        } catch (error) {
          onFailure(codeOf(error))
          if (wait === null || isRefused(error)) throw error
        }
        await delay(wait, undefined, { signal: stopped.signal })
      }
    },
    stopRetrying: () => stopped.abort(),
    end: () => ended.abort(),
  }
}

/** The status of the server's reply, such as 550. */
function replyOf(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined
}

/** A reply of 500 and above is a permanent rejection. */
function isRefused(error: unknown): boolean {
  return (replyOf(error) ?? 0) >= 500
}

/** Without the message of the error, which repeats addresses. */
function codeOf(error: unknown): string {
  // Nodemailer gives the errors of TLS its own code.
  const isOfCertificate = error instanceof Error && /certificate/i.test(error.message)
  const code = isOfCertificate ? 'certificate' : (errorCode(error) ?? 'unknown')
  return [code === 'EABORT' ? 'ETIMEDOUT' : code, replyOf(error)].filter(Boolean).join(' ')
}
