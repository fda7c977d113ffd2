import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import {
  declineReasons,
  isDeclineReason,
  type QuotationChoice,
  type SentVersion,
} from '@giftwell/shared/quotations/quotation.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { quotationChanges } from '@giftwell/shared/quotations/quotation-changes.ts'
import {
  quotationSheet,
  type QuotationSheet,
  sheetLabels,
} from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { Message } from './auth-message.ts'
import {
  type Block,
  composed,
  type MailOfOutbox,
  type MailOrigins,
  oneLine,
  shownAddress,
  staffText,
  unbroken,
  withoutLinks,
} from './composed-message.ts'

/** An e-mail about a quotation. */
export interface QuotationMail extends MailOfOutbox {
  readonly kind:
    | 'quotation'
    | 'quotation_answer'
    | 'quotation_notice'
    | 'quotation_reopened'
    | 'approval'
    | 'acceptance'
    | 'quotation_code'
  /** Of the link to its page, for a buyer or a colleague; the code of a `quotation_code`; null in an e-mail to the seller. */
  readonly token: string | null
  readonly quotation: SentVersion & {
    readonly id: string
    /** The version that a revision replaced, if its buyer had it. */
    readonly before?: SentVersion | null
    /** The choice that an approval is about, with its figures; null of other e-mails. */
    readonly asked?: { readonly choice: QuotationChoice; readonly figures: QuotationFigures } | null
    /** Of an acceptance: what colleagues have approved, where it is another choice. */
    readonly approvals?: readonly OtherApproval[] | null
    readonly event: {
      readonly kind: string
      readonly name: string
      readonly value: Readonly<Record<string, string | undefined>>
      /** A colleague's note, only for the buyer. */
      readonly note?: string | null
    } | null
  }
}

/** The choice that a colleague approved, if another was accepted. */
interface OtherApproval {
  readonly name: string
  readonly chosen: string
  readonly total_paise: number
}

/** A buyer's action, by the kind of its event. */
const deeds: Readonly<Record<string, string>> = {
  declined: 'declined',
  change_asked: 'change asked for',
  comment: 'new comment',
  details: 'new details',
  purchase_order: 'purchase order',
  artwork: 'logo',
  proof_approved: 'proof approved',
  proof_change: 'change to a proof asked for',
  approved: 'approved by a colleague',
  rejected: 'rejected by a colleague',
}

/**
 * An e-mail about a quotation: to its buyer or a colleague with a personal link, to the seller with one to the
 * back office (product.md, section 2, A quotation's page). It has no picture, so opening a forwarded e-mail
 * reveals nothing.
 */
export function quotationMessage(mail: QuotationMail, origins: MailOrigins): Message {
  const { kind, reference, token, quotation } = mail
  const { event, content, accepted } = quotation
  const { buyer } = content
  const sheet = quotationSheet(quotation, quotation.asked?.choice, quotation.asked?.figures)
  const isToSeller = kind === 'quotation_notice' || (kind === 'acceptance' && token === null)
  const page: Block = isToSeller
    ? { link: `${origins.site}/admin/quotations/${quotation.id}`, text: 'Open it in the back office' }
    : { link: `${origins.site}/q/${token}`, text: 'Open the quotation' }
  const name = oneLine(kind === 'approval' ? (event?.value['name'] ?? '') : buyer.name)
  const greeting = { text: name === '' ? 'Hello,' : `Hello ${name},` }
  const care = {
    text: 'No account is needed. Anyone with the link can answer in your name, so share it with care.',
  }
  const [subject, blocks] = ((): readonly [string, readonly Block[]] => {
    switch (kind) {
      case 'quotation':
        return [
          `Quotation ${reference}`,
          [
            greeting,
            {
              text: `Here is our quotation ${reference}.${quotation.revision > 1 ? ' It replaces the earlier revisions.' : ''}`,
            },
            ...(content.message === null ? [] : [staffText(content.message)]),
            {
              facts: [
                ...summary(sheet, quotation),
                ...facts([[sheetLabels.toChoose, sheet.toChoose.join(', ')]]),
              ],
            },
            ...changesOf(quotation),
            page,
            { text: 'There you can choose, comment, ask for a change, and accept or decline it.' },
            care,
          ],
        ]
      case 'quotation_answer': {
        if (event?.kind === 'approved' || event?.kind === 'rejected')
          return [
            `Quotation ${reference} is ${event.kind} by ${oneLine(event.name)}`,
            [
              greeting,
              { text: `${oneLine(event.name)} has ${event.kind} quotation ${reference}.` },
              {
                facts: facts([
                  ...choiceFacts(event.value, sheet),
                  ['Note', defused(event.note ?? event.value['note'])],
                ]),
              },
              page,
              care,
            ],
          ]
        if (event?.kind === 'news') return newsOf(event.value, [greeting], [page, care])
        const line = content.lines.find(({ id }) => id === event?.value['line'])
        return [
          `Our answer on quotation ${reference}`,
          [
            greeting,
            {
              text: `We have answered on ${line === undefined ? '' : `${unbroken(line.name)} in `}quotation ${reference}:`,
            },
            staffText(event?.value['text'] ?? ''),
            page,
            { text: 'There you can reply and decide.' },
            care,
          ],
        ]
      }
      case 'quotation_reopened':
        return [
          `Quotation ${reference} is open again`,
          [
            greeting,
            { text: `We have reopened our quotation ${reference}, so that you can decide again.` },
            ...(event?.value['text'] === undefined ? [] : [staffText(`Reason: ${event.value['text']}`)]),
            page,
            care,
          ],
        ]
      case 'approval':
        if (event?.kind === 'accepted')
          return [
            `Quotation ${reference} is accepted with another choice`,
            [
              {
                text: `Quotation ${reference} is accepted, with a different choice from the one that you approved.`,
              },
              { facts: [...acceptance(accepted), ...summary(sheet, quotation)] },
              { facts: otherApprovals(quotation) },
              page,
            ],
          ]
        return [
          `Your approval of quotation ${reference}`,
          [
            greeting,
            {
              text: `${oneLine(event?.name ?? '')}, ${oneLine(buyer.company)}, asks for your approval of quotation ${reference}.`,
            },
            { facts: [...facts(choiceFacts(event?.value, sheet).slice(0, 1)), ...summary(sheet, quotation)] },
            page,
            {
              text: 'With this link you can approve this revision or reject it, and nothing else. If you did not expect it, you can ignore this e-mail.',
            },
          ],
        ]
      case 'quotation_code':
        return [
          `Your code for quotation ${reference}`,
          [
            { text: `To accept quotation ${reference}, enter this code:` },
            { heading: `${token?.slice(0, 4)} ${token?.slice(4)}` },
            { text: 'It is valid for one hour. If you did not ask for it, you can ignore this e-mail.' },
          ],
        ]
      case 'acceptance':
        return [
          `Quotation ${reference} is accepted`,
          [
            ...(isToSeller ? [] : [greeting]),
            { text: `Quotation ${reference} is accepted. Here are the details.` },
            { facts: [...acceptance(accepted), ...otherApprovals(quotation)] },
            { list: linesOf(sheet) },
            {
              facts: [
                ...facts([...sheet.sums, sheet.total].map(({ label, text }) => [label, text])),
                ...perGift(sheet),
              ],
            },
            page,
          ],
        ]
      case 'quotation_notice':
        return [
          `Quotation ${reference}: ${deeds[event?.kind ?? ''] ?? 'news'}`,
          [
            { text: `${oneLine(event?.name ?? '')} has answered quotation ${reference}.` },
            {
              facts: [
                ...(event?.value['email'] === undefined
                  ? []
                  : // By this line the files of e-mails to erase are found.
                    [['Email', shownAddress(event.value['email'])] as const]),
                ...facts([
                  ['Company', defused(buyer.company)],
                  [
                    'Answer',
                    [deeds[event?.kind ?? ''], event?.value['removed'] && 'removed']
                      .filter(Boolean)
                      .join(' '),
                  ],
                  ...(event?.value['chosen'] === undefined ? [] : choiceFacts(event.value, sheet)),
                  ['Reason', reasonOf(event?.value['reason'])],
                  ['Text', defused(event?.value['text'])],
                  ['Note', defused(event?.value['note'])],
                ]),
              ],
            },
            page,
          ],
        ]
    }
  })()
  const hasTotal = blocks.some(
    (block) => 'facts' in block && block.facts.some(([label]) => label === sheet.total.label),
  )
  const closing = hasTotal && !isToSeller ? [{ text: [...sheet.sentences, sheet.closing].join(' ') }] : []
  return {
    ...composed(mail, origins, subject, null, [...blocks.filter(isFilled), ...closing]),
    ...(isToSeller && { replyTo: buyer.email }),
  }
}

/** The texts for each step of an order: the subject, before the order's number, and a sentence. */
const news: Readonly<Record<string, readonly [subject: string, sentence: string]>> = {
  proof: ['Proof for order', 'A proof is ready. Please approve it, or ask for a change:'],
  production: ['In production: order', 'We have begun to make these items:'],
  packed: ['Packed: order', 'These items are packed:'],
  dispatched: ['Dispatched: order', 'These items have left us:'],
  delivered: ['Delivered: order', 'These items have arrived:'],
}

/** A step of an order, as its buyer is told of it. */
function newsOf(
  { about = '', order = '', text = '' }: Readonly<Record<string, string | undefined>>,
  before: readonly Block[],
  after: readonly Block[],
): readonly [string, readonly Block[]] {
  const [subject, sentence] = news[about] ?? ['News of order', 'This is new in your order:']
  return [
    `${subject} ${order}`,
    [
      ...before,
      { text: sentence },
      staffText(text),
      ...after,
      { text: 'On that page you choose what we write to you about.' },
    ],
  ]
}

/** Changes that an e-mail lists; the page has all. */
const mostChanges = 20

/** A revision's changes, as on its page. The buyer's texts become no links. */
function changesOf({ before, ...quotation }: QuotationMail['quotation']): readonly Block[] {
  const changes = before ? quotationChanges(before, quotation) : []
  if (!before || changes.length === 0) return []
  const stated = new Set(
    [before, quotation]
      .map((each) => quotationSheet(each))
      .flatMap(({ buyer, facts: rows }) => [buyer, ...rows].map(({ label }) => label)),
  )
  const list = changes.slice(0, mostChanges).map(({ about, texts }) => {
    const text = `${about}: ${texts.join('; ')}`
    return stated.has(about) ? oneLine(text) : unbroken(text)
  })
  const rest = changes.length - list.length
  return [
    { text: 'What changed:' },
    { list: rest > 0 ? [...list, `and ${rest} more`] : list, hasLinks: true },
  ]
}

/** The subject of an approval: the choice in words, if any, and its total. */
function choiceFacts(
  value: Readonly<Record<string, string | undefined>> | undefined,
  sheet: QuotationSheet,
): readonly (readonly [string, string | undefined])[] {
  return [
    ['Choice', value?.['chosen']],
    [sheet.total.label, sheet.total.text],
  ]
}

const isFilled = (block: Block) => !('facts' in block) || block.facts.length > 0

type Facts = readonly (readonly [name: string, value: string])[]

function facts(rows: readonly (readonly [string, string | null | undefined])[]): Facts {
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

const reasonOf = (reason = '') => (isDeclineReason(reason) ? declineReasons[reason] : null)

/** An untrusted text. */
const defused = (text: string | null | undefined) => text && withoutLinks(text)

function summary(sheet: QuotationSheet, { valid_until: day }: SentVersion): Facts {
  return facts([[sheet.total.label, sheet.total.text], ...perGift(sheet), ['Valid until', dayText(day)]])
}

function perGift({ figures: { per_gift: paise } }: QuotationSheet): Facts {
  return paise === null ? [] : [[sheetLabels.perGift, rupees(paise)]]
}

function acceptance(accepted: SentVersion['accepted']): Facts {
  if (accepted === null) return []
  return facts([
    ['Accepted by', defused([accepted.name, accepted.designation].filter(Boolean).join(', '))],
    ['On', momentText(accepted.at)],
    ['Purchase order number', defused(accepted.purchase_order)],
  ])
}

function otherApprovals({ approvals }: QuotationMail['quotation']): Facts {
  return facts(
    (approvals ?? []).map(({ name, chosen, total_paise: total }) => [
      'A different choice was approved',
      `${chosen}, ${rupees(total)}, by ${oneLine(name)}`,
    ]),
  )
}

function linesOf({ lines }: QuotationSheet): readonly string[] {
  return lines
    .filter(({ isChosen }) => isChosen)
    .map(({ name, offer }) => `${offer.quantity} × ${unbroken(name)} at ${offer.price}: ${offer.amount}`)
}
