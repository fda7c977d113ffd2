import { counted } from '@giftwell/shared/kernel/counted.ts'
import { dayInIndia, dayText } from '@giftwell/shared/kernel/india-time.ts'
import type { Message } from './auth-message.ts'
import { siteNameOf } from './auth-message.ts'
import { type Block, composed, type MailOfOutbox, type MailOrigins, oneLine } from './composed-message.ts'

/** What waits for a person of the back office, once a day. */
export interface DigestMail extends MailOfOutbox {
  readonly kind: 'digest'
  /** Their own work, that of colleagues whose deputy they are, and unowned work; empty if all was done meanwhile. */
  readonly digest: readonly {
    /** The owner's id; null for unowned work. */
    readonly owner: string | null
    /** Of an absent colleague; null else. */
    readonly name: string | null
    readonly away_until: string | null
    readonly lists: readonly WaitingList[]
  }[]
}

interface WaitingList {
  readonly part: keyof typeof parts
  /** How many rows the list has in the back office. */
  readonly number: number
  /** The first of them. */
  readonly rows: readonly {
    readonly id: string
    /** The reference of a lead or of a sample's, the number of a quotation; an erasure finds the files of e-mails by them. */
    readonly number: string | null
    readonly company: string
    /** Null of a person whose details were erased. */
    readonly name: string | null
    readonly day: string
  }[]
}

/** The lists: their labels for one and for several, the filters of their address, and the meaning of a row's day. */
const parts = {
  answered_quotations: [
    'quotation with a buyer’s answer',
    'quotations with a buyer’s answer',
    'unsettled=yes',
    'Sent',
  ],
  overdue_leads: ['lead overdue', 'leads overdue', 'due=overdue', 'Follow up by'],
  due_leads: ['lead to follow up today', 'leads to follow up today', 'due=today', 'Follow up on'],
  unanswered_leads: ['unanswered lead', 'unanswered leads', 'unanswered=yes', 'Since'],
  unanswered_quotations: [
    'quotation without an answer',
    'quotations without an answer',
    'unanswered=yes',
    'Sent',
  ],
  expiring_quotations: [
    'quotation expires within 7 days',
    'quotations expire within 7 days',
    'expiring=yes',
    'Valid until',
  ],
  late_orders: ['order is late', 'orders are late', 'due=late', 'Needed by'],
  due_orders: ['order due this week', 'orders due this week', 'due=week', 'Begin by'],
  unanswered_samples: ['sample without an answer', 'samples without an answer', 'overdue=asked', 'Since'],
  undelivered_samples: ['sample not delivered', 'samples not delivered', 'overdue=sent', 'Sent'],
  unreturned_samples: ['sample not returned', 'samples not returned', 'overdue=return', 'Due'],
  unjudged_samples: ['sample without feedback', 'samples without feedback', 'overdue=verdict', 'Delivered'],
} as const

/** The message of a digest (product.md, section 2, Administration). Every number is that of the list which its link opens. */
export function digestMessage(mail: DigestMail, origins: MailOrigins): Message {
  const day = dayText(dayInIndia(mail.created_at))
  const account = `${origins.site}/admin/account#digest`
  const isDone = mail.digest.length === 0
  return composed(mail, origins, `Waiting for you at ${siteNameOf(mail.site)}, ${day}`, null, [
    { text: isDone ? 'Everything that was open is done.' : `These items are open on ${day}.` },
    ...mail.digest.flatMap(({ owner, name, away_until: until, lists }): Block[] => [
      ...(owner === null ? [{ heading: 'Without an owner', beginsPart: true as const }] : []),
      ...(name === null
        ? []
        : [
            {
              heading: `For ${oneLine(name)}, away until ${dayText(until ?? '')}`,
              beginsPart: true as const,
            },
          ]),
      ...lists.map((list) => listBlock(list, owner ?? 'none', `${origins.site}/admin`)),
    ]),
    { link: `${origins.site}/admin`, text: 'Open the dashboard' },
    { text: 'You get this e-mail once a day while something is open.' },
    { title: { link: account, text: 'Change the hour or switch it off' }, rows: [] },
  ])
}

function listBlock({ part, number, rows }: WaitingList, owner: string, admin: string): Block {
  const [one, many, filter, what] = parts[part]
  const list = part.replace(/^.*_/, '')
  // A sample is read on the page of its lead.
  const path = `${admin}/${list === 'samples' ? 'leads' : list}`
  const link = `${admin}/${list}?${filter}&${list === 'leads' ? 'assigned' : 'owner'}=${owner}`
  const more = number - rows.length
  return {
    title: { link, text: counted(number, one, many) },
    rows: [
      ...rows.map(({ id, number: reference, company, name, day }) => ({
        link: `${path}/${id}`,
        text: [reference, oneLine(company), name && oneLine(name)].filter(Boolean).join(', '),
        note: `${what} ${dayText(day)}`,
      })),
      ...(more > 0 ? [{ link, text: `and ${more.toLocaleString('en-IN')} more` }] : []),
    ],
  }
}
