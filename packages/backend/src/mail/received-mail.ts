import { createHash } from 'node:crypto'
import { textOfMarkup } from '@giftwell/shared/kernel/markup.ts'
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { Database } from '../database/database.ts'
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
/** Of these, the most that its headers take. */
export const maxHeadBytes = 64 * 1024
const maxTextLength = 5000
/** Of a text before its quote and its markup are taken away. */
const maxReadLength = 1_000_000
const cut = '\n[The rest of this e-mail was left out.]'
const maxFiles = 10
/** Of the attachments of an e-mail together. Others are named and not stored. */
const maxFileBytes = 10 * 1024 * 1024

const headOf = (raw: Uint8Array): string =>
  Buffer.from(raw.subarray(0, maxHeadBytes))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0] ?? ''

/**
 * What an e-mail answers, of whose bytes only the headers are read; null where it answers nothing of this site. Any mail may come to the
 * mailbox, and most of it costs no more than this. A mail server that delivers for others notes the address in a header of its own.
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

/** Stores an e-mail, as it was sent, in the history of the lead that it answers. The same one again is stored once. */
export async function receiveMail(
  raw: Uint8Array,
  mailbox: ReplyMailbox,
  query: Database['query'],
): Promise<Received> {
  const answered = answeredBy(raw, mailbox)
  if (answered === null) return /^from:/im.test(headOf(raw)) ? 'unknown' : 'malformed'
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20 }).catch(() => null)
  const sender = addressesIn(mail?.from)[0]
  if (mail === null || sender === undefined) return 'malformed'
  const text = withoutQuote(storable(readable(mail))).trim()
  const received = {
    ...answered,
    sender: storable(sender).slice(0, 254),
    message_id:
      storable(mail.messageId ?? '').slice(0, 500) || createHash('sha256').update(raw).digest('hex'),
    subject: storable(mail.subject ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 200),
    text: text.length > maxTextLength ? text.slice(0, maxTextLength - cut.length) + cut : text,
    is_automatic: isAutomatic(mail),
    files: filesOf(mail),
  }
  const { rows } = await query('select private.receive_mail($1::text::jsonb) as result', [
    JSON.stringify(received),
  ])
  // One of the function's three.
  return rows[0]?.['result'] as Received
}

/** The text that is read, of the HTML where there is no other. */
const readable = ({ text, html = '' }: Email): string =>
  (text ?? textOfMarkup(html.slice(0, maxReadLength), false)).slice(0, maxReadLength)

const addressesIn = (given: Address | undefined): readonly string[] =>
  given === undefined
    ? []
    : given.group === undefined
      ? [given.address]
      : given.group.map(({ address }) => address)

/** Whether a program has sent it, such as an absence note (RFC 3834): the seller gets no notice, so no two programs answer each other. */
function isAutomatic({ headers }: Email): boolean {
  return headers.some(
    ({ key, value }) =>
      (key === 'return-path' && value.trim() === '<>') ||
      (key === 'auto-submitted' && !/^no\b/i.test(value.trim())) ||
      (key === 'precedence' && /^(?:bulk|junk|list|auto_reply)$/i.test(value.trim())) ||
      key === 'x-autoreply' ||
      key === 'x-autorespond',
  )
}

/**
 * A text without the e-mail that it answers, where that is quoted whole at its end: lines that begin with ">" and the line or two
 * above them that say who wrote it. Answers between quoted lines stay with these.
 */
function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let end = lines.length
  while (end > 0 && /^>|^\s*$/.test(lines[end - 1] ?? '')) end -= 1
  const hasQuote = lines.slice(end).some((line) => line.startsWith('>'))
  if (!hasQuote || lines.slice(0, end).some((line) => line.startsWith('>'))) return text
  let start = end
  while (start > 0 && end - start < 2 && (lines[start - 1] ?? '').trim() !== '') start -= 1
  return lines.slice(0, (lines[end - 1] ?? '').trimEnd().endsWith(':') ? start : end).join('\n')
}

/** The attachments. Those beyond what is stored have no content. */
function filesOf(mail: Email): readonly { name: string; size: number; content: string | null }[] {
  let room = maxFileBytes
  return mail.attachments
    .filter(({ filename }) => filename !== null)
    .slice(0, 50)
    .map(({ filename, content }, index) => {
      const bytes = Buffer.from(typeof content === 'string' ? content : new Uint8Array(content))
      const isStored = index < maxFiles && bytes.length <= room
      if (isStored) room -= bytes.length
      return {
        name: storable(filename ?? '').slice(0, 150),
        size: bytes.length,
        content: isStored ? bytes.toString('base64') : null,
      }
    })
}

/** A text that PostgreSQL can store. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
