import { byteOrderMark, csvLine } from '../domain/csv.ts'
import { leadStates, untouched } from './lead-handling.ts'
import { type Lead, type LeadListing, leadReference, linesOf, lineText } from './lead-list.ts'
import type { LeadSource } from './lead-source.ts'

/** The server's limit for one response. */
const partSize = 1000

const headings = [
  'Name',
  'Company',
  'Email',
  'Phone',
  'Products',
  'Message',
  'Date',
  'Quantities and notes',
  'Needed by',
  'Budget per gift',
  'Delivery city',
  'Branding',
  'Reference',
  'State',
  'Assigned to',
  'Notes',
]

/** A CSV file and its number of leads. */
export interface LeadExport {
  readonly content: Blob
  readonly count: number
}

interface ExportOptions {
  readonly signal: AbortSignal
  /** Called with the number of leads fetched so far. */
  readonly onProgress: (count: number) => void
}

/**
 * Exports every lead of a list, in its order, as CSV with a byte order mark. Uses keyset pagination, so that leads that
 * arrive meanwhile shift nothing.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function exportLeads(
  source: Pick<LeadSource, 'read'>,
  listing: LeadListing,
  { signal, onProgress }: ExportOptions,
): Promise<LeadExport> {
  const parts = [byteOrderMark + csvLine(headings)]
  let count = 0
  let cursor: Lead | undefined
  for (;;) {
    const place = cursor === undefined ? ({ at: 'first' } as const) : ({ at: 'after', cursor } as const)
    const leads = await source.read(listing, place, { size: partSize, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    signal.throwIfAborted()
    parts.push(leads.map((lead) => csvLine(cellsOf(lead))).join(''))
    count += leads.length
    onProgress(count)
    cursor = leads.at(-1)
    if (leads.length < partSize) break
  }
  return { content: new Blob(parts, { type: 'text/csv;charset=utf-8' }), count }
}

function cellsOf(lead: Lead): string[] {
  const { name, company, email, phone, selected_products: products, message } = lead
  const date = new Date(lead.created_at)
  const moment = `${localDay(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  const handling = lead.lead_handling ?? untouched
  const lines = (lead.lead_items ?? []).length === 0 ? [] : linesOf(lead)
  return [
    name,
    company,
    email,
    phone,
    products?.join('; ') ?? '',
    message ?? '',
    moment,
    lines.map((line) => lineText(line) + (line.note === null ? '' : ` (${line.note})`)).join('; '),
    lead.needed_by ?? '',
    lead.budget_per_gift?.toString() ?? '',
    lead.delivery_city ?? '',
    lead.wants_branding === true ? 'Yes' : '',
    leadReference(lead),
    leadStates[handling.state],
    handling.assigned_to === null ? '' : (handling.assigned_email ?? ''),
    handling.notes === 0 ? '' : String(handling.notes),
  ]
}

/** The default file name of an export. */
export function exportName(today: Date): string {
  return `giftwell-leads-${localDay(today)}.csv`
}

/** Sorts chronologically, and every spreadsheet program parses it. */
function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
