import { createHash } from 'node:crypto'
import { textOfMarkup } from '@giftwell/shared/kernel/markup.ts'
import PostalMime, { type Address, type Email } from 'postal-mime'

/** Of the bytes of an e-mail, the most that its headers take. */
export const maxHeadBytes = 64 * 1024
const maxTextLength = 5000
/** Of a text before its quote and its markup are taken away. */
const maxReadLength = 1_000_000
const cut = '\n[The rest of this e-mail was left out.]'
const maxFiles = 10
/** Of the attachments of an e-mail together. Others are named and not stored. */
const maxFileBytes = 10 * 1024 * 1024

/** The stored fields of an e-mail: the argument of the database's `receive_mail`, without the record that it answers. */
export interface ReadMail {
  readonly sender: string
  readonly message_id: string
  readonly subject: string
  readonly text: string
  readonly is_automatic: boolean
  readonly files: readonly { readonly name: string; readonly size: number; readonly content: string | null }[]
}

/** The headers of an e-mail. */
export const headOf = (raw: Uint8Array): string =>
  Buffer.from(raw.subarray(0, maxHeadBytes))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0] ?? ''

/**
 * Reads an e-mail.
 * @returns null for one without a sender
 * @throws Error where it is no e-mail, or is nested too deep
 */
export async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20 })
  const sender = addressesIn(mail.from)[0]
  if (sender === undefined) return null
  const text = withoutQuote(storable(readable(mail))).trim()
  return {
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
 * A text without a full quotation of the answered e-mail at its end: lines that begin with ">" and the line or two
 * above them that name its author. Answers between quoted lines keep the quotation.
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

/** The attachments. Those over the limit have no content. */
function filesOf(mail: Email): ReadMail['files'] {
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
