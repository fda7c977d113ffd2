import { escapeHtml, type Message, page, paragraph } from './auth-message.ts'

/** An e-mail about a lead, as the database's `claim_mails` gives it. */
export interface QueuedMail {
  readonly id: string
  readonly kind: 'acknowledgement' | 'notice'
  readonly to: string
  readonly attempt: number
  /** ISO 8601. */
  readonly created_at: string
  readonly reference: string
  readonly lead: {
    readonly id: string
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
    readonly lines:
      | readonly { readonly name: string; readonly quantity: number | null; readonly note: string | null }[]
      | null
  }
  /** What the site's settings say; null without any. */
  readonly site: {
    readonly name: string | null
    readonly sender_email: string | null
    readonly contact_email: string | null
  } | null
}

/** The longest list of products in an e-mail; the back office has the rest. */
const maxLines = 100

/**
 * A stranger's text as an e-mail program shows it without making a link of it: no invisible characters, and a space where
 * an address would go on (`evil. example`, `https: //`).
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/([^\s.])([.\u3002\uFF0E\uFF61])(?=[\u200C\u200D]*[\p{L}\p{M}])/gu, '$1$2 ')
    .replace(/\bwww\.(?=\S)/gi, 'www. ')
    .replace(/(\p{L}[\d+.-]*):(?=\S)/gu, '$1: ')
}

/** One line of a stranger's text. */
function line(text: string): string {
  return withoutLinks(text).replace(/\s+/g, ' ').trim()
}

type Block =
  | { readonly heading: string }
  | { readonly words: string }
  | { readonly list: readonly string[] }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly link: string; readonly words: string }

/**
 * What the buyer gets, or the seller: the same words as the page after sending. The subject has none of the lead's texts,
 * and no link leads elsewhere than to the site.
 * @param siteUrl the site's origin
 */
export function leadMessage({ id, kind, to, reference, lead, site }: QueuedMail, siteUrl: string): Message {
  const what = lead.lines === null ? 'quote request' : 'inquiry'
  const siteName = site?.name ?? 'Giftwell'
  const isNotice = kind === 'notice'
  const subject = isNotice ? `New ${what} ${reference}` : `Your ${what} ${reference}`
  const blocks: readonly Block[] = isNotice
    ? [
        { words: `A new ${what} arrived. Its reference is ${reference}.` },
        { link: `${siteUrl}/admin/leads/${lead.id}`, words: 'Open it in the back office' },
        {
          facts: [
            ['Name', line(lead.name)],
            ['Company', line(lead.company)],
            ['Email', line(lead.email)],
            ['Phone', line(lead.phone)],
          ],
        },
        ...sent(lead),
        { words: 'A reply to this e-mail goes to the address that the buyer gave.' },
      ]
    : [
        { words: `Hello ${line(lead.name)},` },
        { words: `Thank you for your ${what}. Its reference is ${reference}.` },
        { heading: 'What happens next' },
        {
          list: [
            '1. We check prices, quantities and delivery for your products.',
            "2. We'll get back to you within 24 hours, by e-mail or telephone.",
            '3. If you write or call before, name your reference.',
          ],
        },
        { heading: 'What you sent' },
        ...sent(lead),
        { words: 'If you did not send this, another person entered your address; you need not do anything.' },
      ]
  const replyTo = isNotice ? lead.email : (site?.contact_email ?? null)
  return {
    to,
    subject,
    link: null,
    messageId: `<${id}@${new URL(siteUrl).hostname}>`,
    ...(replyTo !== null && { replyTo }),
    ...(site?.sender_email != null && { from: { name: siteName, address: site.sender_email } }),
    text: `${[...blocks.map(asText), `${siteName}\n${siteUrl}`].join('\n\n')}\n`,
    html: page(
      subject,
      [
        ...blocks.map(asHtml),
        paragraph(`<a href="${escapeHtml(siteUrl)}" style="color:#4a2545">${escapeHtml(siteUrl)}</a>`),
      ],
      siteName,
    ),
  }
}

function sent({ lines, ...lead }: QueuedMail['lead']): Block[] {
  const all = lines ?? []
  const products = all
    .slice(0, maxLines)
    .map(({ name, quantity, note }) =>
      [
        `- ${quantity === null ? '' : `${quantity.toLocaleString('en-IN')} × `}${line(name)}`,
        ...(note === null ? [] : [`  ${line(note)}`]),
      ].join('\n'),
    )
  if (all.length > maxLines) products.push(`- and ${all.length - maxLines} more`)
  const day = { dateStyle: 'long', timeZone: 'UTC' } as const
  const facts: readonly (readonly [string, string | null | false])[] = [
    ['Needed by', lead.needed_by && new Date(lead.needed_by).toLocaleDateString('en-IN', day)],
    ['Budget per gift', lead.budget_per_gift && `Rs.${lead.budget_per_gift.toLocaleString('en-IN')}`],
    ['Delivery city', lead.delivery_city && line(lead.delivery_city)],
    ['Branding', lead.wants_branding && 'Wanted: logo on the gifts'],
    ['Message', lead.message && withoutLinks(lead.message)],
  ].map(([name, value]) => [String(name), typeof value === 'string' && value])
  const given = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return [
    ...(products.length > 0 ? [{ list: products }] : []),
    ...(given.length > 0 ? [{ facts: given }] : []),
  ]
}

function asText(block: Block): string {
  if ('heading' in block) return block.heading.toUpperCase()
  if ('list' in block) return block.list.join('\n')
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  return 'link' in block ? `${block.words}:\n${block.link}` : block.words
}

/** Line breaks in a text stay. */
function asHtml(block: Block): string {
  if ('link' in block)
    return paragraph(
      `<a href="${escapeHtml(block.link)}" style="color:#4a2545">${escapeHtml(block.words)}</a>`,
    )
  if ('heading' in block) return paragraph(`<strong>${escapeHtml(block.heading)}</strong>`)
  if ('facts' in block) {
    return block.facts
      .map(([name, value]) => paragraph(`<strong>${escapeHtml(name)}</strong><br>${withBreaks(value)}`))
      .join('\n')
  }
  return paragraph('list' in block ? block.list.map(withBreaks).join('<br>') : withBreaks(block.words))
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
