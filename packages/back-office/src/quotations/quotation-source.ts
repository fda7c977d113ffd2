import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type Cursor, type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { cachedPage, useCached } from '../list/cached-list.tsx'
import { type CachedQuotation, type CachedQuotations, readCachedQuotations } from './cached-quotations.ts'
import {
  filtersOf,
  quotationCountQuery,
  quotationPageQuery,
  type QuotationRow,
  type QuotationSearch,
  readQuotations,
} from './quotation-list-query.ts'
import type { PrintedVersion } from './quotation-pdf.ts'
import { dayInIndia, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { Amounts } from '@giftwell/shared/quotations/tax-figures.ts'
import { chosenLines, quotationName } from '@giftwell/shared/quotations/quotation.ts'

/** A source of lists of quotations: the server or the offline cache. */
export interface QuotationSource {
  page(search: QuotationSearch, position: PagePosition): UseQueryOptions<readonly QuotationRow[]>
  count(search: QuotationSearch): UseQueryOptions<number>
  read(
    search: QuotationSearch,
    position: PagePosition,
    options: { readonly size: number; readonly signal: AbortSignal },
  ): Promise<readonly QuotationRow[]>
  /** For accounting programs. */
  documents(rows: readonly QuotationRow[], signal: AbortSignal): Promise<readonly AccountingDocument[]>
}

interface QuotationReading {
  readonly source: QuotationSource
  /** The cached quotations, if they are shown because the server is unreachable. */
  readonly cached: CachedQuotations | undefined
}

/** The server's quotations, or the cached ones while it is unreachable. */
export function useQuotationSource(): QuotationReading {
  const backend = useBackend()
  const cached = useCachedQuotations()
  return { cached, source: cached === undefined ? serverQuotations(backend) : cachedQuotations(cached) }
}

/** The cached quotations while the server is unreachable. */
export function useCachedQuotations(): CachedQuotations | undefined {
  return useCached('cached quotations', readCachedQuotations)
}

function serverQuotations(backend: Backend): QuotationSource {
  return {
    page: (search, position) => quotationPageQuery(backend, search, position),
    count: (search) => quotationCountQuery(backend, search),
    read: (search, position, options) => readQuotations(backend, search, position, options),
    documents: (rows, signal) => accountingDocuments(backend, rows, signal),
  }
}

/** Cached quotations, searched, sorted and paginated as on the server. */
function cachedQuotations({ quotations, readAt }: CachedQuotations): QuotationSource {
  const key = ['cached quotations', readAt]
  return {
    page: (search, position) =>
      queryOptions({
        queryKey: [...key, 'page', search, position] as QueryKey,
        gcTime: 0,
        queryFn: () => pageOf(quotations, search, position, position.size ?? pageSize),
      }),
    count: (search) =>
      queryOptions({
        queryKey: [...key, 'count', search] as QueryKey,
        gcTime: 0,
        queryFn: () => matching(quotations, search).length,
      }),
    read: (search, position, { size }) => Promise.resolve(pageOf(quotations, search, position, size)),
    documents: (rows) =>
      Promise.resolve(
        rows.flatMap((row) => {
          const of = quotations.find(({ id }) => id === row.id)
          const version = of && versionInForce(of)
          // A version that was sent has all of it.
          return version?.sent_at ? [accountingDocument(row, version as PrintedVersion)] : []
        }),
      ),
  }
}

/** The cached quotations of a lead, as `quotationsOfLeadQuery` reads them. */
export function quotationsOfLead({ quotations }: CachedQuotations, lead: string) {
  return quotations
    .filter(({ lead_id: id }) => id === lead)
    .map((one) => ({
      ...one,
      valid_until: one.versions.find(({ sent_at: sentAt }) => sentAt !== null)?.valid_until,
    }))
}

/** The latest version that was sent, else the draft. */
function versionInForce({ versions }: CachedQuotation) {
  const version = versions.find(({ sent_at: sentAt }) => sentAt !== null) ?? versions[0]
  if (version === undefined) throw new Error('A quotation has a version')
  return version
}

/** A row of the list, as `private.quotation_rows` in the database has it. */
function rowOf(cached: CachedQuotation, sorted: QuotationSearch['sorted']): QuotationRow {
  const { id, number, state, owner_email: email, created_at: createdAt } = cached
  const { revision, content, total_paise: total, valid_until: day, sent_at: sentAt } = versionInForce(cached)
  const row = {
    id,
    number,
    revision,
    company: content.buyer.company,
    total_paise: total,
    state: state === 'sent' && day < todayInIndia() ? ('expired' as const) : state,
    valid_until: day,
    owner_email: email,
    created_at: createdAt,
    sent_at: sentAt,
  }
  return { ...row, sort_key: sortKey(row, sorted) }
}

const stateOrder = ['draft', 'sent', 'change_asked', 'expired', 'accepted', 'declined', 'withdrawn']

/** What a row is sorted by, as a text that compares as in the database's `find_quotations`. */
function sortKey(row: Omit<QuotationRow, 'sort_key'>, sorted: QuotationSearch['sorted']): string {
  switch (sorted) {
    case 'created_at': {
      const [seconds = '', fraction = ''] = row.created_at.replace(/(?:Z|\+00:00)$/, '').split('.')
      return `${seconds}.${fraction.padEnd(6, '0')}`
    }
    case 'number':
      return row.number ?? '~'
    case 'total':
      return String(row.total_paise).padStart(20, '0')
    case 'state':
      return String(stateOrder.indexOf(row.state) + 1)
    case 'owner':
      return row.owner_email.toLowerCase()
    case 'company':
      return row.company.toLowerCase()
    case 'valid_until':
      return row.valid_until
  }
}

function matching(quotations: readonly CachedQuotation[], search: QuotationSearch): QuotationRow[] {
  const { since, before, state, owner, expiring, unanswered, won, sent, reason } = filtersOf(search)
  const words = search.search.toLowerCase().split(/\s+/)
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  return quotations.flatMap((one) => {
    const row = rowOf(one, search.sorted)
    const { accepted } = versionInForce(one)
    const isSent = row.state === 'sent'
    const declined = one.events.findLast(({ kind }) => kind === 'declined')
    const isFound =
      words.every((word) => textOf(one).includes(word)) &&
      (state === undefined || row.state === state) &&
      (owner === undefined || one.owner_id === owner) &&
      (since === undefined || Date.parse(row.created_at) >= Date.parse(since)) &&
      (before === undefined || Date.parse(row.created_at) < Date.parse(before)) &&
      (expiring === undefined || (isSent && row.valid_until <= dayInIndia(days(7)))) &&
      (unanswered === undefined || (isSent && Date.parse(row.sent_at ?? '') < days(-3).getTime())) &&
      (won === undefined || (accepted && dayInIndia(accepted.at).slice(0, 7)) === won) &&
      (sent === undefined || row.number !== null) &&
      (reason === undefined || recordOf(declined?.value)['reason'] === reason)
    return isFound ? [row] : []
  })
}

/** The searched text, as `search_text` of `private.quotation_rows`. */
function textOf(cached: CachedQuotation): string {
  const { revision, content } = versionInForce(cached)
  const { company, name, email, phone } = content.buyer
  const number = cached.number === null ? [] : [`${cached.number}-R${revision}`]
  const lines = content.lines.map((line) => line.name)
  return [...number, company, name, email, phone, ...lines].join(' ').toLowerCase()
}

function pageOf(
  quotations: readonly CachedQuotation[],
  search: QuotationSearch,
  position: PagePosition,
  size: number,
): readonly QuotationRow[] {
  const compare = (one: Cursor, other: Cursor) => {
    const [left = '', right = ''] = [one.sort_key, other.sort_key]
    const isAfter = left === right ? one.id > other.id : left > right
    return one.id === other.id ? 0 : isAfter === search.ascending ? 1 : -1
  }
  return cachedPage(matching(quotations, search), compare, position, size)
}

/** Ids of a request, whose address has a limit. */
const partSize = 100

/**
 * The sent versions of quotations for accounting programs (docs/accounting.md); drafts have none.
 *
 * @throws AppError when they cannot be read
 */
async function accountingDocuments(
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
      if (version) documents.push(accountingDocument(row, version as unknown as PrintedVersion))
    }
  }
  return documents
}

/** One document of the export. */
type AccountingDocument = ReturnType<typeof accountingDocument>

/** A sent version with the figures that were accepted, or else those that the buyer sees first. */
export function accountingDocument(
  { number, state }: Pick<QuotationRow, 'number' | 'state'>,
  { revision, sent_at: sentAt, valid_until, content, frozen, accepted }: PrintedVersion,
) {
  const { seller, place } = frozen
  const { choice, figures } = accepted ?? frozen
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
    lines: chosenLines(content, choice).map((line, index) => ({
      description: line.colour === null ? line.name : `${line.name} in ${line.colour}`,
      code: line.code,
      hsn: line.hsn,
      is_charge: line.is_charge ?? false,
      quantity: line.quantity,
      price: amount(line.price_paise),
      gst_rate: amount(line.gst_rate ?? 0),
      ...amountsOf(figures.lines[index]),
    })),
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
