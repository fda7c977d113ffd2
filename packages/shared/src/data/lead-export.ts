import { byteOrderMark, csvLine } from '../domain/csv.ts'
import type { Lead, LeadListing } from './lead-list.ts'
import type { LeadSource } from './lead-source.ts'

/** As many as the server answers at once. */
const partSize = 1000

const headings = ['Name', 'Company', 'Email', 'Phone', 'Products', 'Message', 'Date']

/** A file for spreadsheet programs, and how many leads are in it. */
export interface LeadExport {
  readonly content: Blob
  readonly count: number
}

interface ExportOptions {
  readonly signal: AbortSignal
  /** Called with how many leads have been read so far. */
  readonly onProgress: (count: number) => void
}

/**
 * Every lead of a list, in its order, as CSV with a byte order mark. Read part by part, each beginning behind the
 * last lead of the one before, so that leads that come in meanwhile move nothing.
 *
 * @throws AppError when a part cannot be read, and what the signal is aborted with
 */
export async function exportLeads(
  source: Pick<LeadSource, 'read'>,
  listing: LeadListing,
  { signal, onProgress }: ExportOptions,
): Promise<LeadExport> {
  const parts = [byteOrderMark + csvLine(headings)]
  let count = 0
  let mark: Lead | undefined
  for (;;) {
    const place = mark === undefined ? ({ at: 'first' } as const) : ({ at: 'after', mark } as const)
    const leads = await source.read(listing, place, { size: partSize, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    signal.throwIfAborted()
    parts.push(leads.map((lead) => csvLine(cellsOf(lead))).join(''))
    count += leads.length
    onProgress(count)
    mark = leads.at(-1)
    if (leads.length < partSize) break
  }
  return { content: new Blob(parts, { type: 'text/csv;charset=utf-8' }), count }
}

function cellsOf(lead: Lead): string[] {
  const { name, company, email, phone, selected_products: products, message } = lead
  const date = new Date(lead.created_at)
  const moment = `${localDay(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  return [name, company, email, phone, products?.join('; ') ?? '', message ?? '', moment]
}

/** The name that an export of today is offered under. */
export function exportName(today: Date): string {
  return `giftwell-leads-${localDay(today)}.csv`
}

/** Sorted like the moments that they are, and read as dates by every spreadsheet program. */
function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
