import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { dayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { Amounts } from '@giftwell/shared/quotations/tax-figures.ts'
import { quotationName, type SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { QuotationRow } from './quotation-list-query.ts'

/** Ids of a request, whose address has a limit. */
const partSize = 100

/**
 * The sent versions of quotations for accounting programs (docs/accounting.md); drafts have none.
 *
 * @throws AppError when they cannot be read
 */
export async function accountingDocuments(
  backend: Backend,
  rows: readonly QuotationRow[],
  signal: AbortSignal,
): Promise<readonly AccountingDocument[]> {
  const sent = rows.filter((row) => row.sent_at !== null)
  const documents: AccountingDocument[] = []
  for (let first = 0; first < sent.length; first += partSize) {
    const part = sent.slice(first, first + partSize)
    const versions = await readRows(backend, (rest) =>
      rest
        .from('quotation_versions')
        .select('quotation_id, revision, sent_at, valid_until, content, frozen, accepted')
        .in(
          'quotation_id',
          part.map(({ id }) => id),
        )
        .not('sent_at', 'is', null)
        .abortSignal(signal),
    )
    for (const row of part) {
      const version = versions.find((each) => each.quotation_id === row.id && each.revision === row.revision)
      // A version that was sent has all of it, and the database's own figures.
      if (version) documents.push(accountingDocument(row, version as unknown as Omit<SentVersion, 'number'>))
    }
  }
  return documents
}

export type AccountingDocument = ReturnType<typeof accountingDocument>

/** A sent version with the figures that were accepted, or else those that the buyer sees first. */
export function accountingDocument(
  { number, state }: Pick<QuotationRow, 'number' | 'state'>,
  version: Omit<SentVersion, 'number'>,
) {
  const { revision, sent_at: sentAt, valid_until, content, frozen, accepted } = version
  const { seller, place } = frozen
  const { lines, figures } = quotationSheet({ ...version, number })
  const { buyer } = content
  return {
    number: quotationName(number ?? '', revision),
    state,
    date: dayInIndia(sentAt),
    valid_until,
    accepted_on: accepted && dayInIndia(accepted.at),
    purchase_order: accepted?.purchase_order ?? null,
    seller: {
      legal_name: seller.legal_name,
      address: seller.address,
      gstin: seller.gstin,
      state: seller.state,
    },
    buyer: {
      name: buyer.name,
      company: buyer.company,
      email: buyer.email,
      phone: buyer.phone,
      gstin: buyer.gstin,
      billing_address: buyer.billing_address,
      billing_state: buyer.billing_state,
      delivery_address: buyer.delivery_address,
      delivery_state: buyer.delivery_state,
    },
    place_of_supply: place.state,
    tax: place.tax,
    lines: lines.flatMap(({ line, name, isChosen, offer }) =>
      isChosen
        ? {
            description: name,
            code: line.code,
            hsn: line.hsn,
            is_charge: line.is_charge ?? false,
            quantity: line.quantities[offer.index]?.quantity ?? 0,
            price: amount(line.quantities[offer.index]?.price_paise ?? 0),
            gst_rate: amount(line.gst_rate ?? 0),
            ...amountsOf(offer.amounts),
          }
        : [],
    ),
    ...amountsOf(figures),
    round_off: amount(figures.round_off),
  }
}

const amountNames = ['amount', 'discount', 'taxable', 'cgst', 'sgst', 'igst', 'total'] as const

function amountsOf(amounts: Amounts | undefined) {
  return Object.fromEntries(amountNames.map((name) => [name, amount(amounts?.[name] ?? 0)])) as Record<
    (typeof amountNames)[number],
    string
  > // one entry for each of the names
}

/** Hundredths with two digits, as a text that no program rounds: "1234.50". */
function amount(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
