import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Mutex } from 'async-mutex'
import { writePrivateFile } from '../data-folder/data-folder.ts'
import { errorCode } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Log } from '../process/terminal.ts'
import { settledWithin } from '../process/settled-within.ts'
import type { Message } from './auth-message.ts'
import { shownAddress } from './lead-message.ts'
import type { SmtpDelivery } from './smtp.ts'

/** Sends e-mails. None is lost: each is a file until an SMTP server has accepted it. */
export interface Outbox {
  /** Resolves when the message is stored; it is delivered meanwhile and afterwards. */
  send(message: Message): Promise<void>
  /** Takes as long as `send`, and sends nothing. */
  sendNothing(message: Message): Promise<void>
  /** Writes a file for an e-mail of that time, and once however often it is called. */
  store(message: Message, time: Date): Promise<void>
  /** Waits a moment for the deliveries in flight; what is not delivered then stays a file. */
  close(): Promise<void>
}

const maxAddressLength = 100
/** The wait for deliveries at shutdown. */
const drainMs = 1500

/**
 * Writes each message to `<time>-<to>.json` with `to`, `subject`, `text` and `html`, so that names sort by time. Without
 * an SMTP server it stays there and its link is reported; with one it is removed when it is delivered, and each failure is
 * reported without the address and the link.
 */
export function createOutbox(folder: string, log: Log, smtp: SmtpDelivery | null = null): Outbox {
  let last = 0
  const deliveries = new Set<Promise<void>>()
  const mutex = new Mutex()

  async function deliver(
    message: Message,
    path: string,
    { deliver: sendMessage }: SmtpDelivery,
  ): Promise<void> {
    const { subject } = message
    try {
      await sendMessage(message, (code) =>
        log(`mail: ${subject}: the SMTP server did not take it (${code})`, 'warn'),
      )
      await rm(path, { force: true })
    } catch {
      log(`mail: ${subject}: not delivered; it stays in the folder of mail`, 'error')
    }
  }

  const pathOf = (to: string, time: number, extension: string): string =>
    join(folder, `${fileTime(new Date(time))}-${fileAddress(to)}.${extension}`)

  async function storeNow(message: Message, extension: string): Promise<string> {
    // Two messages in one millisecond need two names.
    last = Math.max(Date.now(), last + 1)
    const path = pathOf(message.to, last, extension)
    await writePrivateFile(path, fileText(message))
    return path
  }

  return {
    async send(message) {
      const { subject, link } = message
      const path = await storeNow(message, 'json')
      if (smtp !== null) {
        const delivery = deliver(message, path, smtp).finally(() => deliveries.delete(delivery))
        deliveries.add(delivery)
      } else if (link !== null) log(`mail: ${subject}: ${link}`)
    },
    async sendNothing(message) {
      await rm(await storeNow(message, 'none'), { force: true })
    },
    store: async (message, time) =>
      mutex.runExclusive(async () => {
        for (let at = time.getTime(); ; at += 1) {
          const path = pathOf(message.to, at, 'json')
          const text = fileText(message)
          const present = await readIfPresent(path)
          if (present === null) await writePrivateFile(path, text)
          // Another message of that millisecond has its name.
          if (present === null || present === text) return
        }
      }),
    async close() {
      smtp?.stopRetrying()
      await settledWithin(Promise.all(deliveries), drainMs)
      smtp?.end()
      await Promise.all(deliveries)
    },
  }
}

/**
 * Removes the files of e-mails to a person, and of notices of the person's leads.
 * @param isDryRun only counts them
 * @returns how many there are
 */
export async function removeMailsOf(folder: string, email: string, isDryRun: boolean): Promise<number> {
  const address = email.toLowerCase()
  const senderLine = `email: ${shownAddress(address)}`
  const names = await readdir(folder).catch(() => [])
  let found = 0
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const path = join(folder, name)
    const mail: unknown = parseJson((await readIfPresent(path)) ?? '')
    const { to, text } = Object(mail)
    const lines = String(text).toLowerCase().split('\n')
    if (String(to).toLowerCase() !== address && !lines.includes(senderLine)) continue
    found += 1
    if (!isDryRun) await rm(path, { force: true })
  }
  return found
}

function fileText({ to, subject, text, html }: Message): string {
  return `${JSON.stringify({ to, subject, text, html }, null, 2)}\n`
}

async function readIfPresent(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
}

/** `2026-11-21T07-15-10-123Z`: Windows allows no colons in names. */
function fileTime(time: Date): string {
  return time.toISOString().replace(/[:.]/g, '-')
}

/** The address without characters that have a meaning in a path. */
function fileAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/[^a-z0-9@._+-]/g, '_')
    .replace(/\.{2,}/g, '_')
    .slice(0, maxAddressLength)
}
