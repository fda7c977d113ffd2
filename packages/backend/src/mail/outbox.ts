import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Mutex } from 'async-mutex'
import type { Database } from '../database/database.ts'
import { writePrivateFile } from '../data-folder/data-folder.ts'
import { errorCode } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Log } from '../process/terminal.ts'
import { settledWithin } from '@giftwell/shared/kernel/with-timeout.ts'
import type { Message } from './auth-message.ts'
import { shownAddress } from './composed-message.ts'
import type { SmtpDelivery } from './smtp.ts'

/** Sends e-mails. None is lost: each is a file until an SMTP server has accepted it. */
export interface Outbox {
  /** Resolves when the message is stored; it is delivered meanwhile and afterwards. */
  send(message: Message): Promise<void>
  /** Takes as long as `send`, and sends nothing. */
  sendNothing(message: Message): Promise<void>
  /** Writes a file for an e-mail of that time, and once however often it is called. */
  store(message: Message, time: Date): Promise<void>
  /** Waits briefly for deliveries in flight; undelivered e-mails stay files. */
  close(): Promise<void>
}

const maxAddressLength = 100
/** The wait for deliveries at shutdown. */
const drainMs = 1500

/**
 * Writes each message to `<time>-<to>.json` with `to`, `subject`, `text`, `html` and any `attachments`, so that names sort by time. Without
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
        log(`mail: ${subject}: the SMTP server did not accept it (${code})`, 'warn'),
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
  let found = 0
  for await (const { path, to, text } of storedMails(folder)) {
    if (to.toLowerCase() !== address && !text.toLowerCase().split('\n').includes(senderLine)) continue
    found += 1
    if (!isDryRun) await rm(path, { force: true })
  }
  return found
}

/** The e-mails that are files. */
async function* storedMails(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const path = join(folder, name)
    const { to, subject, text } = recordOf(parseJson((await readIfPresent(path)) ?? ''))
    yield { path, name, to: String(to), subject: String(subject), text: String(text) }
  }
}

/**
 * Removes the files of e-mails that the owner's retention no longer stores, and those from before an erasure of their person, lead
 * or quotation: also files that came back with an older backup.
 */
export async function removeErasedMails(folder: string, query: Database['query']): Promise<void> {
  const files: { path: string; time: number; words: readonly string[] }[] = []
  for await (const { path, name, to, subject, text } of storedMails(folder))
    files.push({ path, time: timeOf(name), words: [to, ...wordsOf(`${subject}\n${text}`)] })
  if (files.length === 0) return
  const words = [...new Set(files.flatMap((file) => file.words))]
  const erased = await query(
    `select word, floor(extract(epoch from at) * 1000)::text as time
     from private.erased_among(array(select jsonb_array_elements_text($1::jsonb)))`,
    [JSON.stringify(words)],
  )
  const erasedAt = new Map(erased.rows.map(({ word, time }) => [word, Number(time)]))
  const retention = await query(
    `update public.retention set last_run_at = now() where kind = 'mail_files'
     returning floor(extract(epoch from now() - make_interval(days => days)) * 1000)::text as oldest`,
  )
  const oldest = Number(retention.rows[0]?.['oldest'] ?? 0)
  for (const file of files) {
    const isErased = file.words.some((word) => file.time < (erasedAt.get(word) ?? 0))
    if (isErased || file.time < oldest) await rm(file.path, { force: true })
  }
}

/** The addresses in a message, and the references of leads, quotations and orders. */
function wordsOf(text: string): string[] {
  return text.match(/[\w.+-]{1,64}@[\w.-]+\w|[A-Z]{1,4}-[0-9A-F]{8}|[A-Z]{1,4}(?:-O)?\d{4}\/\d{4,6}/g) ?? []
}

function timeOf(name: string): number {
  return Date.parse(name.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'))
}

function fileText({ to, subject, text, html, attachments = [] }: Message): string {
  const files = attachments.length > 0 ? { attachments } : {}
  return `${JSON.stringify({ to, subject, text, html, ...files }, null, 2)}\n`
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
