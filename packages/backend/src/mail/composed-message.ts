import { type ColourQuantity, coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { publicPath, sizeName, sizeOf } from '@giftwell/shared/images/image-sizes.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { anchor, withAnchors, withBreaks } from './html-text.ts'
import {
  button,
  colourOf,
  escapeHtml,
  type MailLook,
  type Message,
  page,
  paragraph,
  siteNameOf,
} from './auth-message.ts'
import type { About } from './reply-address.ts'

/** An e-mail's `Reply-To`, and the thread that it continues. */
interface MailHeaders {
  /** The id of the lead that it is about; missing from a database of before. */
  readonly lead?: string | null
  /** The id of the quotation that it is about; missing from a database of before. */
  readonly quotation?: string | null
  /** Of the seller; null where the site has no address at all. */
  readonly reply_to: string | null
  /** The ids of e-mails of its thread before it. */
  readonly references: readonly string[]
}

/** The common fields of the outbox's e-mails. */
export interface MailOfOutbox {
  readonly id: string
  readonly to: string
  readonly attempt: number
  /** ISO 8601. */
  readonly created_at: string
  readonly reference: string
  /** Missing from a database of before. */
  readonly headers?: MailHeaders
  /** The site's settings; null without any. */
  readonly site:
    | (MailLook & {
        readonly sender_email: string | null
        readonly contact_email: string | null
        readonly contact_phone: string | null
        readonly second_phone?: string | null
        readonly second_phone_label?: string | null
        readonly claimed_answer?: string | null
        readonly own_products?: number | null
      })
    | null
}

/** A line of an inquiry. */
export interface MailedLine {
  readonly name: string
  readonly quantity: number | null
  readonly note: string | null
  readonly colours: readonly ColourQuantity[] | null
  /** Null where the sender may not see it, or it is gone. */
  readonly product: {
    readonly id: string
    readonly name: string
    readonly image_url: string | null
    readonly image_widths: readonly number[] | null
  } | null
}

/** Where an e-mail's links and pictures are. */
export interface MailOrigins {
  /** The site's origin. */
  readonly site: string
  /** The origin of stored images; null where recipients cannot load them, as from a server without a public address. */
  readonly images: string | null
  /** The address that an e-mail about the lead or the quotation with an id is answered to, where the site takes replies. */
  readonly replyAddress?: (id: string, about: About) => string
}

/** The longest list of products in an e-mail; the back office has the rest. */
const maxLines = 100

/**
 * Untrusted text as an e-mail program shows it without making a link of it: no invisible characters, and a space where
 * an address would go on (`evil. example`, `https: //`).
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/([^\s.])([.\u3002\uFF0E\uFF61])(?=[\u200C\u200D]*[\p{L}\p{M}])/gu, '$1$2 ')
    .replace(/\bwww\.(?=\S)/gi, 'www. ')
    .replace(/(\p{L}[\d+.-]*):(?=\S)/gu, '$1: ')
}

/** A sender's address in a notice: unchanged to be copied, unless a part of it could be another link. */
export function shownAddress(email: string): string {
  return /^(?!www\.)[\w.+-]+@[\w.-]+$/i.test(email) ? email : oneLine(email)
}

/** A text by staff, unchanged and with clickable links. */
export function staffText(text: string): Block {
  return { text, hasLinks: true }
}

/** Untrusted text on one line. */
export function oneLine(text: string): string {
  return unbroken(withoutLinks(text))
}

/** A text by staff, on one line. */
export function unbroken(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A part of an e-mail, in plain text and in HTML. */
export type Block =
  | { readonly heading: string; readonly beginsPart?: true }
  | { readonly text: string; readonly hasLinks?: true }
  | { readonly list: readonly string[]; readonly isOrdered?: boolean; readonly hasLinks?: true }
  | { readonly lines: readonly MailedLine[] }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly link: string; readonly text: string }
  | { readonly rows: readonly MailRow[]; readonly title: Pick<MailRow, 'link' | 'text'> }

/** A row of a list whose title leads to all of it. */
export interface MailRow {
  readonly link: string
  readonly text: string
  readonly note?: string
}

/** A message of these blocks in the name of the site, answered to the seller, in its thread. */
export function composed(
  { id, to, site, headers }: Pick<MailOfOutbox, 'id' | 'to' | 'site' | 'headers'>,
  origins: MailOrigins,
  subject: string,
  link: string | null,
  blocks: readonly Block[],
): Message {
  const siteName = siteNameOf(site)
  const siteUrl = origins.site
  const messageId = (mailId: string) => `<${mailId}@${new URL(siteUrl).hostname}>`
  const references = headers?.references.map(messageId) ?? []
  const mailbox =
    headers?.lead == null
      ? undefined
      : headers.quotation == null
        ? origins.replyAddress?.(headers.lead, 'lead')
        : origins.replyAddress?.(headers.quotation, 'quotation')
  const replyTo = mailbox ?? headers?.reply_to ?? site?.contact_email ?? null
  return {
    to,
    subject,
    link,
    messageId: messageId(id),
    ...(references.length > 0 && { references }),
    ...(replyTo !== null && { replyTo }),
    ...(site?.sender_email != null && { from: { name: siteName, address: site.sender_email } }),
    text: `${[...blocks.map((block) => asText(block, siteUrl)), `${siteName}\n${siteUrl}`].join('\n\n')}\n`,
    html: page(
      subject,
      [
        ...blocks.map((block) =>
          'link' in block
            ? button(block.link, block.text, site)
            : 'lines' in block
              ? linesAsHtml(block.lines, origins, colourOf(site))
              : asHtml(block, colourOf(site)),
        ),
        paragraph(anchor(siteUrl, siteUrl, colourOf(site))),
      ],
      site,
    ),
  }
}

/** The lines that an e-mail has room for, each with the text of its name, and of the rest how many there are. */
function shownLines(lines: readonly MailedLine[]) {
  const shown = lines.slice(0, maxLines).map(({ name, quantity, note, colours, product }) => ({
    title: `${quantity === null ? '' : `${quantity.toLocaleString('en-IN')} × `}${oneLine(name)}${colours === null ? '' : ` in ${oneLine(coloursText(colours))}`}`,
    note: note === null ? '' : oneLine(note),
    product,
  }))
  const more = lines.length - shown.length
  return more === 0 ? shown : [...shown, { title: `and ${more} more`, note: '', product: null }]
}

/** The width of a product's picture in an e-mail. */
const pictureWidth = 96

/** Each line with its product's picture, where recipients can load it; name and picture lead to the product's page. */
function linesAsHtml(lines: readonly MailedLine[], { site, images }: MailOrigins, colour: string): string {
  const { width, height } = sizeOf(pictureWidth)
  const items = shownLines(lines).map(({ title, note, product }) => {
    const link = product && `${site}${productPath(product)}`
    const name = link === null ? escapeHtml(title) : anchor(link, title, colour)
    const text = name + (note === '' ? '' : `<br>${escapeHtml(note)}`)
    const path = product?.image_url ?? ''
    // Pictures of other hosts would tell them who reads the e-mail.
    if (link === null || product === null || images === null || !path.startsWith(publicPath)) return text
    const smallest = product.image_widths?.[0] ?? 0
    const source = `${images}${(product.image_widths?.length ?? 0) > 1 ? sizeName(path, smallest) : path}`
    const picture = `<img src="${escapeHtml(source)}" alt="${escapeHtml(oneLine(product.name))}" width="${width}" height="${height}" style="margin:0 16px 4px 0;border-radius:8px;object-fit:cover;vertical-align:middle">`
    return `<a href="${escapeHtml(link)}">${picture}</a><span style="display:inline-block;max-width:180px;max-width:calc(100% - 112px);vertical-align:middle">${text}</span>`
  })
  return `<ul style="margin:0 0 24px;padding:0;list-style:none">${items.map((item) => `<li style="margin:0 0 12px">${item}</li>`).join('')}</ul>`
}

function asText(block: Block, site: string): string {
  if ('heading' in block) return block.heading.toUpperCase()
  if ('lines' in block) {
    return shownLines(block.lines)
      .map(({ title, note, product }) =>
        [`- ${title}`, note, product && `${site}${productPath(product)}`].filter(Boolean).join('\n  '),
      )
      .join('\n')
  }
  if ('list' in block) {
    const mark = (index: number) => (block.isOrdered === true ? `${index + 1}.` : '-')
    return block.list.map((item, index) => `${mark(index)} ${item.replaceAll('\n', '\n  ')}`).join('\n')
  }
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('rows' in block) {
    const rows = block.rows.map(
      ({ link, text, note = '' }) => `- ${[text, note].filter(Boolean).join(', ')}\n  ${link}`,
    )
    return [`${block.title.text}:`, block.title.link, ...rows].join('\n')
  }
  return 'link' in block ? `${block.text}:\n${block.link}` : block.text
}

/** Line breaks in a text stay. */
function asHtml(
  block: Exclude<Block, { readonly link: string } | { readonly lines: unknown }>,
  colour: string,
): string {
  if ('heading' in block && block.beginsPart === true)
    return `<p style="margin:32px 0 16px;padding-top:16px;border-top:1px solid #b9adc2;font-size:18px"><strong>${escapeHtml(block.heading)}</strong></p>`
  if ('heading' in block) return paragraph(`<strong>${escapeHtml(block.heading)}</strong>`)
  if ('facts' in block) {
    const rows = block.facts.map(
      ([name, value]) =>
        `<p style="margin:0 0 12px"><strong>${escapeHtml(name)}</strong><br>${withBreaks(value)}</p>`,
    )
    return `<div style="margin:0 0 24px">${rows.join('\n')}</div>`
  }
  if ('rows' in block) return rowsAsHtml(block, colour)
  const asWritten = (text: string) => (block.hasLinks === true ? withAnchors(text, colour) : withBreaks(text))
  if (!('list' in block)) return paragraph(asWritten(block.text))
  const tag = block.isOrdered === true ? 'ol' : 'ul'
  const items = block.list.map((item) => `<li>${asWritten(item)}</li>`).join('')
  return `<${tag} style="margin:0 0 24px;padding-left:24px">${items}</${tag}>`
}

function rowsAsHtml({ title, rows }: Extract<Block, { readonly rows: unknown }>, colour: string): string {
  const items = rows.map(
    ({ link, text, note = '' }) =>
      `<li style="margin:0 0 8px">${anchor(link, text, colour)}${note === '' ? '' : `<br><span class="quiet" style="color:#5f5468;font-size:14px">${escapeHtml(note)}</span>`}</li>`,
  )
  if (rows.length === 0) return paragraph(anchor(title.link, title.text, colour))
  return `<p style="margin:0 0 8px"><strong>${anchor(title.link, title.text, colour)}</strong></p>
<ul style="margin:0 0 24px;padding:0;list-style:none">${items.join('')}</ul>`
}
