import { type ColourQuantity, coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { publicPath, sizeName, sizeOf } from '@giftwell/shared/images/image-sizes.ts'
import { claimsOf, withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
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

/** An e-mail about a lead. */
export interface LeadMail extends MailOfOutbox {
  readonly kind: 'acknowledgement' | 'notice' | 'erasure_warning'
  readonly lead: MailedLead
  /** Of the link to the inquiry's private page in an e-mail to its buyer; a new one in each attempt, beside which those of earlier ones stay valid. */
  readonly token: string | null
  /** What a later e-mail tells of; null in the first. */
  readonly event: { readonly kind: string; readonly value: string | null } | null
}

/** An invitation to the back office. */
export interface InvitationMail extends MailOfOutbox {
  readonly kind: 'invitation'
  readonly invitation: {
    /** Of its link; a new one in each attempt. */
    readonly token: string
    readonly role: 'administrator' | 'sales'
    readonly invited_by: string
    /** ISO 8601. */
    readonly expires_at: string
  }
}

/** To a person whose second factor an administrator has removed. */
export interface FactorMail extends MailOfOutbox {
  readonly kind: 'factor_removed'
}

/** Whom an e-mail is answered to, and what it goes on with. */
interface MailHeaders {
  /** The id of the lead that it is about; missing from a database of before. */
  readonly lead?: string | null
  /** Of the seller; null where the site has no address at all. */
  readonly reply_to: string | null
  /** The ids of e-mails of its thread before it. */
  readonly references: readonly string[]
}

/** What every e-mail of the outbox has. */
export interface MailOfOutbox {
  readonly id: string
  readonly to: string
  readonly attempt: number
  /** ISO 8601. */
  readonly created_at: string
  readonly reference: string
  /** Missing from a database of before. */
  readonly headers?: MailHeaders
  /** What the site's settings say; null without any. */
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

interface MailedLead {
  readonly id: string
  /** When its details were erased, ISO 8601. */
  readonly erased_at?: string | null
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly message: string | null
  readonly needed_by: string | null
  readonly budget_per_gift: number | null
  readonly delivery_city: string | null
  readonly wants_branding: boolean
  /** Null for a quote request. */
  readonly lines: readonly MailedLine[] | null
}

interface MailedLine {
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
  /** The address that an e-mail about the lead with an id is answered to, where the site takes replies. */
  readonly replyAddress?: (lead: string) => string
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

/** A sender's address as a notice shows it: whole, so that it can be copied, unless a part of it could be another link. */
export function shownAddress(email: string): string {
  return /^(?!www\.)[\w.+-]+@[\w.-]+$/i.test(email) ? email : oneLine(email)
}

/** What staff have written, which arrives as it is, with its links to be pressed. */
export function staffText(text: string): Block {
  return { text, hasLinks: true }
}

/** Untrusted text on one line. */
export function oneLine(text: string): string {
  return withoutLinks(text).replace(/\s+/g, ' ').trim()
}

/** A part of an e-mail, in plain text and in HTML. */
export type Block =
  | { readonly heading: string }
  | { readonly text: string; readonly hasLinks?: true }
  | { readonly list: readonly string[]; readonly isOrdered?: boolean }
  | { readonly lines: readonly MailedLine[] }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly link: string; readonly text: string }

/** The message of an invitation. The token is in the link's fragment, which no server sees. */
export function invitationMessage(mail: InvitationMail, origins: MailOrigins): Message {
  const { to, invitation, site } = mail
  const siteName = siteNameOf(site)
  const link = `${origins.site}/admin/login#invitation=${invitation.token}`
  const role = invitation.role === 'administrator' ? 'as an administrator' : 'to handle its leads'
  const day = new Date(invitation.expires_at).toLocaleDateString('en-IN', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const subject = `Your invitation to the back office of ${siteName}`
  return composed(mail, origins, subject, link, [
    { text: `${invitation.invited_by} invites you to the back office of ${siteName}, ${role}.` },
    { link, text: 'Accept the invitation' },
    { text: `It asks for your name and a password; your e-mail address ${to} is filled in already.` },
    {
      text: `The link works once, until ${day}. If you did not expect it, you can ignore this e-mail.`,
    },
  ])
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
  const mailbox = headers?.lead == null ? undefined : origins.replyAddress?.(headers.lead)
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

/** What a later notice says of an event before the reference, and the name of the event's text. */
function newsOf(kind: string) {
  switch (kind) {
    case 'added':
      return { subject: 'Addition to inquiry', sentence: 'The buyer has added to', fact: 'Added' }
    case 'received':
      return { subject: 'Reply to inquiry', sentence: 'An e-mail has answered', fact: 'Reply' }
    default:
      return { subject: 'Withdrawal of inquiry', sentence: 'The buyer has withdrawn', fact: null }
  }
}

/**
 * What the buyer gets, or the seller: the same texts as the page after sending. The subject has none of the lead's texts,
 * and no link leads elsewhere than to the site. Pictures are those of the products, the same for every recipient.
 */
export function leadMessage(mail: LeadMail, origins: MailOrigins): Message {
  const siteUrl = origins.site
  const { kind, reference, lead, token, event, site } = mail
  if (kind === 'notice' && lead.erased_at != null) {
    return composed(mail, origins, `Details of inquiry ${reference} deleted`, null, [
      { text: `The buyer of ${reference} has had their details deleted, and the quotations with them.` },
      { text: 'An accepted quotation stays as a legal copy for the time in Site Settings.' },
      { link: `${siteUrl}/admin/leads/${lead.id}`, text: 'Open it in the back office' },
    ])
  }
  const what = lead.lines === null ? 'quote request' : 'inquiry'
  const phones = phoneTexts(site ?? {})
  const isNotice = kind === 'notice'
  const subject = !isNotice
    ? `Your ${what} ${reference}`
    : event === null
      ? `New ${what} ${reference}`
      : `${newsOf(event.kind).subject} ${reference}`
  const news =
    event === null
      ? `A new ${what} arrived. Its reference is ${reference}.`
      : `${newsOf(event.kind).sentence} ${reference}.`
  const blocks: readonly Block[] = isNotice
    ? [
        { text: news },
        ...(event !== null && newsOf(event.kind).fact !== null
          ? [{ facts: [[newsOf(event.kind).fact ?? '', withoutLinks(event.value ?? '')] as const] }]
          : []),
        { link: `${siteUrl}/admin/leads/${lead.id}`, text: 'Open it in the back office' },
        {
          facts: [
            ['Name', oneLine(lead.name)],
            ['Company', oneLine(lead.company)],
            ['Email', shownAddress(lead.email)],
            ['Phone', oneLine(lead.phone)],
          ],
        },
        ...sent(lead),
        { text: 'A reply to this e-mail goes to the address that the buyer gave.' },
      ]
    : [
        { text: `Hello ${oneLine(lead.name)},` },
        {
          text:
            event === null
              ? `Thank you for your ${what}. Its reference is ${reference}.`
              : `Here is a new link to your ${what} ${reference}. Earlier links no longer work.`,
        },
        ...(token === null
          ? []
          : [
              { link: `${siteUrl}/inquiry/${token}`, text: `Open your ${what}` },
              {
                text: 'There you can see its progress, add products or withdraw it, and download or delete your details. Anyone with the link can do that, so share it with care.',
              },
            ]),
        { heading: 'What happens next' },
        {
          isOrdered: true,
          list: [
            lead.lines === null
              ? 'We read what you need and look for gifts that fit.'
              : 'We check prices, quantities and delivery for your products.',
            `We'll get back to you${withinClaim(claimsOf(mail.site ?? {}))}, by e-mail or telephone.`,
            'If you write or call before then, please give your reference.',
          ],
        },
        ...(phones.length === 0 ? [] : [{ text: `You can call us at ${phones.join(' or ')}.` }]),
        ...(sent(lead).length > 0 ? [{ heading: 'What you sent' }, ...sent(lead)] : []),
        ...(token === null
          ? []
          : [{ link: `${siteUrl}/inquiry/${token}`, text: 'Withdraw or delete your inquiry' }]),
        {
          text: 'If you did not send this, someone else has entered your address, and you can ignore this e-mail.',
        },
      ]
  return { ...composed(mail, origins, subject, null, blocks), ...(isNotice && { replyTo: lead.email }) }
}

function sent({ lines, ...lead }: MailedLead): Block[] {
  const day = { dateStyle: 'long', timeZone: 'UTC' } as const
  const facts: readonly (readonly [string, string | null | false])[] = [
    ['Needed by', lead.needed_by && new Date(lead.needed_by).toLocaleDateString('en-IN', day)],
    ['Budget per gift', lead.budget_per_gift && `Rs.${lead.budget_per_gift.toLocaleString('en-IN')}`],
    ['Delivery city', lead.delivery_city && oneLine(lead.delivery_city)],
    ['Branding', lead.wants_branding && 'Our logo on the gifts'],
    ['Message', lead.message && withoutLinks(lead.message)],
  ].map(([name, value]) => [String(name), typeof value === 'string' && value])
  const filled = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return [
    ...(lines !== null && lines.length > 0 ? [{ lines }] : []),
    ...(filled.length > 0 ? [{ facts: filled }] : []),
  ]
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
  return 'link' in block ? `${block.text}:\n${block.link}` : block.text
}

/** Line breaks in a text stay. */
function asHtml(
  block: Exclude<Block, { readonly link: string } | { readonly lines: unknown }>,
  colour: string,
): string {
  if ('heading' in block) return paragraph(`<strong>${escapeHtml(block.heading)}</strong>`)
  if ('facts' in block) {
    return block.facts
      .map(([name, value]) => paragraph(`<strong>${escapeHtml(name)}</strong><br>${withBreaks(value)}`))
      .join('\n')
  }
  if (!('list' in block))
    return paragraph(block.hasLinks === true ? withAnchors(block.text, colour) : withBreaks(block.text))
  const tag = block.isOrdered === true ? 'ol' : 'ul'
  const items = block.list.map((item) => `<li>${withBreaks(item)}</li>`).join('')
  return `<${tag} style="margin:0 0 24px;padding-left:24px">${items}</${tag}>`
}
