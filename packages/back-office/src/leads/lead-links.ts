import { type Lead, leadReference, linesOf, lineText } from './lead-list.ts'
import { internationalNumber } from '@giftwell/shared/kernel/phones.ts'
import type { ReplyPlaceholder } from '@giftwell/shared/settings/reply-templates.ts'

/** A mailto link. Encodes the address, so that a visitor's input cannot add recipients or a body. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}

/** What mail programs and the desktop app take of a link. */
const maxCharacters = 1900
/** Characters of a quoted message, which take up to nine each in a link. */
const maxQuoted = 120

/** The text of a reply; each `{name}` in it is replaced by the lead's value. */
export const defaultReply = `Hello {name},

Thank you for your inquiry {reference}. You asked for:

{products}

Kind regards
{signature}`

/** Who replies to a lead, and for which site. */
export interface Replier {
  readonly site: string
  /** The signature of the person, or their name or e-mail address above the site's name. */
  readonly signature: string
  /** The number of the last quotation that the lead was sent. */
  readonly quotation?: string | undefined
}

/**
 * A reply to a lead: {name}, {company}, {reference}, {products} as a list, {quotation}, {site} and {signature} are filled in, of the
 * products at most as many as given. A lead without products has its message in their place.
 */
export function replyText(
  template: string,
  lead: Lead,
  { site, signature, quotation }: Replier,
  most = Infinity,
): string {
  const lines = linesOf(lead)
  const listed = lines
    .slice(0, most)
    .map((line) => `- ${lineText(line)}${line.note === null ? '' : ` (${line.note})`}`)
  if (lines.length > most) listed.push(`- and ${(lines.length - most).toLocaleString()} more`)
  const known: Record<ReplyPlaceholder, string> = {
    name: lead.name,
    company: lead.company,
    reference: leadReference(lead),
    products: listed.join('\n') || quoted(lead.message),
    quotation: quotation === undefined ? 'quotation' : `quotation ${quotation}`,
    site,
    signature,
  }
  return template.replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(known, key) ? known[key as ReplyPlaceholder] : whole,
  )
}

/** The beginning of a message, for a reply to an inquiry without products. */
function quoted(message: string | null): string {
  const words = message?.trim() ?? ''
  if (words === '') return 'a quote'
  if (words.length <= maxQuoted) return words
  // Half of a surrogate pair cannot be encoded in a link.
  return `${words
    .slice(0, maxQuoted)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}...`
}

/** The subject of a reply, in the thread of the acknowledgement. */
export function replySubject(lead: Lead): string {
  return `Re: Your inquiry ${leadReference(lead)}`
}

/** A mailto link to a reply; products that have no room are counted. */
export function replyLink(template: string, lead: Lead, replier: Replier): string {
  const subject = replySubject(lead)
  return fitting(
    lead,
    (most) => mailTo(lead.email, subject, replyText(template, lead, replier, most), Infinity),
    mailTo(lead.email, subject, ''),
  )
}

/** A mailto link with a subject and a text, without the text where the link would be longer than `most` characters. */
export function mailTo(address: string, subject: string, text: string, most = maxCharacters): string {
  const start = `${mailLink(address)}?subject=${encodeURIComponent(subject)}`
  const link = `${start}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return text === '' || link.length > most ? start : link
}

/** A link to a reply on WhatsApp; undefined for a phone number that cannot be dialled from anywhere. */
export function whatsAppLink(template: string, lead: Lead, replier: Replier): string | undefined {
  const number = internationalNumber(lead.phone)
  if (number === undefined) return undefined
  const start = `https://wa.me/${number}`
  return fitting(
    lead,
    (most) => `${start}?text=${encodeURIComponent(replyText(template, lead, replier, most))}`,
    start,
  )
}

/** The link with as many products as it has room for, or the one without a text. */
function fitting(lead: Lead, linkWith: (most: number) => string, without: string): string {
  for (let most = linesOf(lead).length; most >= 0; most -= 1) {
    const link = linkWith(most)
    if (link.length <= maxCharacters) return link
  }
  return without
}

/** A tel link; undefined for a text without digits. */
export function callLink(phone: string): string | undefined {
  const number = phone.replaceAll(/[^+\d]/g, '')
  return /\d/.test(number) ? `tel:${number}` : undefined
}
