import { Worker } from 'node:worker_threads'
import type { Database } from '../database/database.ts'
import { headOf, type ReadMail } from './read-mail.ts'
import { type About, idOfAddress } from './reply-address.ts'

/** The mailbox that buyers' replies arrive in. */
export interface ReplyMailbox {
  readonly address: string
  /** Signs the addresses that e-mails are answered to. */
  readonly secret: string
}

/**
 * What became of an e-mail: it is in the history of its lead; its address names no lead of this site, or one that was erased; the
 * lead has 50 of this day; or it is no e-mail.
 */
export type Received = 'stored' | 'unknown' | 'full' | 'malformed'

/** The most bytes of an e-mail that is read; the large mail services send at most 25 MB. */
export const maxMailBytes = 26 * 1024 * 1024
/** The milliseconds that reading an e-mail may take. The largest with attachments takes less than one second. */
const readTimeoutMs = 5000
/** Of JavaScript's heap, for reading an e-mail. */
const maxReadMegabytes = 256

/**
 * The record that an e-mail answers, from its headers alone; null for none of this site's. Any mail may reach the
 * mailbox, and most of it costs no more than this. A forwarding mail server notes the address in a separate
 * header.
 */
export function answeredBy(
  raw: Uint8Array,
  { address: mailbox, secret }: ReplyMailbox,
): Partial<Record<About, string>> | null {
  const recipients = headOf(raw).matchAll(
    /^(?:to|cc|delivered-to|x-original-to|envelope-to):(.*(?:\r?\n[ \t].*)*)/gim,
  )
  for (const [, text = ''] of recipients)
    for (const address of text.split(/[\s<>,:;"()]+/))
      for (const about of ['lead', 'quotation'] as const) {
        const id = idOfAddress(mailbox, secret, address, about)
        if (id !== null) return { [about]: id }
      }
  return null
}

/**
 * Stores a raw e-mail in the history of the lead that it answers, once even if it is received again. An e-mail
 * that cannot be read in time is stored as unreadable, so it is not read again.
 * @throws Error if reading could not
 * start; it may be received again
 */
export async function receiveMail(
  raw: Uint8Array,
  mailbox: ReplyMailbox,
  query: Database['query'],
  timeoutMs = readTimeoutMs,
): Promise<Received> {
  const answered = answeredBy(raw, mailbox)
  if (answered === null) return /^from:/im.test(headOf(raw)) ? 'unknown' : 'malformed'
  const mail = await readInWorker(raw, timeoutMs)
  if (mail === null) return 'malformed'
  const { rows } = await query('select private.receive_mail($1::text::jsonb) as result', [
    JSON.stringify({ ...answered, ...mail }),
  ])
  // One of the function's three.
  return rows[0]?.['result'] as Received
}

/**
 * Parses an e-mail in a thread with limits on time and memory.
 * @returns the parts parsed within the limits, at
 * least its headers; null for one without a sender
 * @throws Error if the thread ended before that
 */
async function readInWorker(workerData: Uint8Array, timeoutMs: number): Promise<ReadMail | null> {
  const worker = new Worker(new URL('read-mail-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxReadMegabytes },
  })
  let read: ReadMail | null | undefined
  let cause: unknown
  let timer: NodeJS.Timeout | undefined
  worker.on('message', (mail: ReadMail | null) => {
    read = mail
    // From now on: a busy machine takes its time to start a thread.
    timer ??= setTimeout(() => void worker.terminate(), timeoutMs)
  })
  // Without a listener an error, such as memory that is used up, ends the process.
  worker.on('error', (error) => {
    cause = error
  })
  await new Promise((resolve) => {
    worker.on('exit', resolve)
  })
  clearTimeout(timer)
  if (read === undefined) throw new Error('The thread that reads e-mails has failed', { cause })
  return read
}
