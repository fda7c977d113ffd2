import { claimsOf, withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { type Message, siteNameOf } from './auth-message.ts'
import {
  type Block,
  composed,
  type MailedLine,
  type MailOfOutbox,
  type MailOrigins,
  oneLine,
  shownAddress,
  withoutLinks,
} from './composed-message.ts'

/** An e-mail about a lead. */
export interface LeadMail extends MailOfOutbox {
  readonly kind: 'acknowledgement' | 'notice' | 'erasure_warning'
  readonly lead: MailedLead
  /** Of the link to the inquiry's private page in an e-mail to its buyer; a new one in each attempt, beside which those of earlier ones stay valid. */
  readonly token: string | null
  /** The event of a later e-mail; null in the first. */
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

/** The message of an invitation. The token is in the link's fragment, which no server sees. */
export function invitationMessage(mail: InvitationMail, origins: MailOrigins): Message {
  const { to, invitation, site } = mail
  const siteName = siteNameOf(site)
  const link = `${origins.site}/admin/login#invitation=${invitation.token}`
  const role = invitation.role === 'administrator' ? 'as an administrator' : 'to handle its leads'
  const subject = `Your invitation to the back office of ${siteName}`
  return composed(mail, origins, subject, link, [
    { text: `${invitation.invited_by} invites you to the back office of ${siteName}, ${role}.` },
    { link, text: 'Accept the invitation' },
    { text: `It asks for your name and a password; your e-mail address ${to} is filled in already.` },
    {
      text: `The link works once, until ${momentText(invitation.expires_at)}. If you did not expect it, you can ignore this e-mail.`,
    },
  ])
}

/** A later notice's text on an event before the reference, and the name of the event's text. */
function newsOf(kind: string) {
  switch (kind) {
    case 'added':
      return { subject: 'Addition to inquiry', sentence: 'The buyer has added to', fact: 'Added' }
    case 'sample':
      return {
        subject: 'Samples of inquiry',
        sentence: 'The buyer has written about samples of',
        fact: 'Samples',
      }
    case 'received':
      return { subject: 'Reply to inquiry', sentence: 'An e-mail has replied to', fact: 'Reply' }
    default:
      return { subject: 'Withdrawal of inquiry', sentence: 'The buyer has withdrawn', fact: null }
  }
}

/**
 * The e-mail to the buyer or the seller, with the texts of the page after sending. The subject has none of the
 * lead's texts, and all links lead to the site. Pictures are those of the products, the same for every recipient.
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
