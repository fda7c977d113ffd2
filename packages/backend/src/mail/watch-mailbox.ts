import { errorCode } from '../process/errors.ts'
import { poll } from '../process/poll.ts'
import type { Log } from '../process/terminal.ts'
import { maxHeadBytes } from './read-mail.ts'
import { maxMailBytes, type Received } from './received-mail.ts'

interface MailboxOptions {
  /** `imaps://user:password@host/INBOX`, or `imap://` with STARTTLS. */
  readonly url: string
  readonly receive: (raw: Uint8Array) => Promise<Received>
  /** Whether an e-mail answers the site, by its first bytes; of others no more is read. */
  readonly isAnswer: (head: Uint8Array) => boolean
  readonly log: Log
  readonly everyMs?: number | undefined
}

/** So many e-mails are read in one connection. */
const batch = 50

/**
 * Reads the unread e-mails of an IMAP mailbox, a minute after the time before. Those that answer a lead are marked as read once they are
 * stored; others stay as they are, for the people who read the mailbox.
 * @returns a function that ends it
 */
export function watchMailbox({ url, receive, isAnswer, log, everyMs = 60_000 }: MailboxOptions) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const isSecure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  /** The e-mails that were read and answer no lead, by their numbers in the folder. */
  const others = new Set<string>()
  let failure: string | null = null
  let close = () => {}

  async function read(isStopped: () => boolean): Promise<void> {
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isSecure ? 993 : 143),
      secure: isSecure,
      // A password is sent over TLS only, except to this machine.
      ...(!isSecure && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname) && { doSTARTTLS: true }),
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
    })
    // An error of a connection that is idle has no other listener. The next reading says it.
    client.on('error', () => {})
    close = () => client.close()
    try {
      await client.connect()
      const lock = await client.getMailboxLock(folder)
      const { uidValidity } = client.mailbox || {}
      const key = (uid: number) => `${uidValidity} ${uid}`
      const unread = await client.search({ seen: false }, { uid: true })
      for (const uid of (Array.isArray(unread) ? unread : [])
        .filter((each) => !others.has(key(each)))
        .slice(0, batch)) {
        if (isStopped()) break
        const range = String(uid)
        const read = async (maxLength: number) => {
          const message = await client.fetchOne(range, { source: { maxLength } }, { uid: true })
          return message && message.source ? message.source : Buffer.alloc(0)
        }
        const head = await read(maxHeadBytes)
        const result = isAnswer(head)
          ? await receive(head.length < maxHeadBytes ? head : await read(maxMailBytes))
          : 'unknown'
        if (result === 'stored') await client.messageFlagsAdd(range, ['\\Seen'], { uid: true })
        else others.add(key(uid))
      }
      lock.release()
      await client.logout()
    } finally {
      client.close()
    }
  }

  async function attempt(isStopped: () => boolean): Promise<void> {
    try {
      await read(isStopped)
      failure = null
    } catch (error) {
      const code = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown')
      // Once, and not every minute.
      if (!isStopped() && code !== failure)
        log(`mail: the mailbox of IMAP_URL cannot be read (${code})`, 'warn')
      failure = code
    }
  }

  const stop = poll(attempt, everyMs, true)
  return async () => stop(() => close())
}
