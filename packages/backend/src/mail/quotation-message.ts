import type { QuotationFigures, QuotationTax } from '@giftwell/shared/quotations/tax-figures.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import type { ChosenQuotationLine, QuotationBuyer } from '@giftwell/shared/quotations/quotation.ts'
import type { Message } from './auth-message.ts'
import {
  type Block,
  composed,
  type MailOfOutbox,
  type MailOrigins,
  oneLine,
  withoutLinks,
} from './lead-message.ts'

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
  readonly quotation: {
    readonly id: string
    readonly revision: number
    readonly buyer: QuotationBuyer
    readonly message: string | null
    /** A day, as 2026-12-31. */
    readonly valid_until: string
    readonly tax: QuotationTax
    /** As they were accepted, or as the buyer sees them first; so are the figures. */
    readonly lines: readonly ChosenQuotationLine[]
    readonly figures: QuotationFigures
    readonly accepted: {
      readonly name: string
      readonly designation: string | null
      readonly purchase_order: string | null
      /** ISO 8601. */
      readonly at: string
    } | null
    readonly event: {
      readonly kind: string
      readonly name: string
      readonly value: Readonly<Record<string, string | undefined>>
    } | null
  }
}

/** What a buyer has done, by the kind of its event. */
const deeds: Readonly<Record<string, string>> = {
  declined: 'declined',
  change_asked: 'change asked for',
  comment: 'new comment',
  approved: 'approved by a colleague',
  rejected: 'rejected by a colleague',
}

/**
 * What is told of a quotation: to its buyer or a colleague with a link of their own, to the seller with one to the back office
 * (product.md, section 2, A quotation's page). No picture, so that a forwarded e-mail tells nobody who opens it.
 */
export function quotationMessage(mail: QuotationMail, origins: MailOrigins): Message {
  const { kind, reference, token, quotation, site } = mail
  const { buyer, event } = quotation
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
            ...(quotation.message === null ? [] : [{ text: withoutLinks(quotation.message) }]),
            { facts: summary(quotation) },
            page,
            { text: 'There you can choose, comment, ask for a change, and accept or decline it.' },
            care,
          ],
        ]
      case 'quotation_answer': {
        const line = quotation.lines.find(({ id }) => id === event?.value['line'])
        return [
          `Our answer on quotation ${reference}`,
          [
            greeting,
            {
              text: `We have answered on ${line === undefined ? '' : `${oneLine(line.name)} in `}quotation ${reference}:`,
            },
            { text: withoutLinks(event?.value['text'] ?? '') },
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
            { facts: facts([['Reason', event?.value['text']]]) },
            page,
            care,
          ],
        ]
      case 'approval':
        return [
          `Your approval of quotation ${reference}`,
          [
            greeting,
            {
              text: `${oneLine(event?.name ?? '')}, ${oneLine(buyer.company)}, asks for your approval of quotation ${reference}.`,
            },
            { facts: summary(quotation) },
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
            { facts: acceptance(quotation) },
            { list: quotation.lines.map((line, index) => lineText(line, quotation.figures, index)) },
            { facts: figuresOf(quotation) },
            page,
          ],
        ]
      case 'quotation_notice':
        return [
          `Quotation ${reference}: ${deeds[event?.kind ?? ''] ?? 'news'}`,
          [
            { text: `${oneLine(event?.name ?? '')} has answered quotation ${reference}.` },
            {
              facts: facts([
                ['Company', buyer.company],
                ['Answer', deeds[event?.kind ?? '']],
                ['Reason', event?.value['reason']],
                ['Text', event?.value['text']],
                ['Note', event?.value['note']],
              ]),
            },
            page,
          ],
        ]
    }
  })()
  const closing =
    isToSeller || kind === 'quotation_code' ? [] : [{ text: 'This is a quotation, not a tax invoice.' }]
  const replyTo = isToSeller ? buyer.email : (site?.contact_email ?? null)
  return {
    ...composed(mail, origins, subject, null, [...blocks.filter(isFilled), ...closing]),
    ...(replyTo !== null && { replyTo }),
  }
}

const isFilled = (block: Block) => !('facts' in block) || block.facts.length > 0

type Facts = readonly (readonly [name: string, value: string])[]

function facts(rows: readonly (readonly [string, string | null | undefined])[]): Facts {
  return rows.flatMap(([name, value]) => (value ? [[name, withoutLinks(value)] as const] : []))
}

function summary({ figures, valid_until: day }: QuotationMail['quotation']): Facts {
  return facts([
    ['Total', rupees(figures.total)],
    ['Per gift, all in', figures.per_gift === null ? null : rupees(figures.per_gift)],
    ['Valid until', dayText(day)],
  ])
}

function acceptance({ accepted }: QuotationMail['quotation']): Facts {
  if (accepted === null) return []
  return facts([
    ['Accepted by', [accepted.name, accepted.designation].filter(Boolean).join(', ')],
    ['On', momentText(accepted.at)],
    ['Purchase order number', accepted.purchase_order],
  ])
}

function lineText(line: ChosenQuotationLine, { lines }: QuotationFigures, index: number): string {
  const name = oneLine(line.colour === null ? line.name : `${line.name} in ${line.colour}`)
  return `${line.quantity.toLocaleString('en-IN')} × ${name} at ${rupees(line.price_paise)}: ${rupees(lines[index]?.amount ?? 0)}`
}

function figuresOf({ figures, tax }: QuotationMail['quotation']): Facts {
  const shown = (paise: number) => (paise === 0 ? null : rupees(paise))
  return facts([
    ['Discount', shown(-figures.discount)],
    ['Taxable value', tax === 'none' ? null : rupees(figures.taxable)],
    ['CGST', shown(figures.cgst)],
    [tax === 'cgst_utgst' ? 'UTGST' : 'SGST', shown(figures.sgst)],
    ['IGST', shown(figures.igst)],
    ['Round off', shown(figures.round_off)],
    ['Total', rupees(figures.total)],
    ['Per gift, all in', figures.per_gift === null ? null : rupees(figures.per_gift)],
  ])
}
