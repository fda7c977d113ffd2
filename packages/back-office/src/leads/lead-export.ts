import { type ExportColumn, type ExportedList, localMoment } from '../list/list-export.ts'
import { leadStates, untouched } from './lead-handling.ts'
import { type Lead, type LeadListing, leadReference, linesOf, lineText } from './lead-list.ts'
import type { LeadSource } from './lead-source.ts'

const handlingOf = (lead: Lead) => lead.lead_handling ?? untouched

/** The first seven are the columns of product.md, section 2, Leads. */
const columns: readonly ExportColumn<Lead>[] = [
  { header: 'Name', text: ({ name }) => name },
  { header: 'Company', text: ({ company }) => company },
  { header: 'Email', text: ({ email }) => email },
  { header: 'Phone', text: ({ phone }) => phone },
  { header: 'Products', text: (lead) => lead.selected_products?.join('; ') ?? '' },
  { header: 'Message', text: ({ message }) => message ?? '' },
  { header: 'Date', text: (lead) => localMoment(lead.created_at) },
  { header: 'Quantities and notes', text: quantities },
  { header: 'Needed by', text: (lead) => lead.needed_by ?? '' },
  { header: 'Budget per gift', text: (lead) => lead.budget_per_gift?.toString() ?? '' },
  { header: 'Delivery city', text: (lead) => lead.delivery_city ?? '' },
  { header: 'Branding', text: (lead) => (lead.wants_branding === true ? 'Yes' : '') },
  { header: 'Reference', text: leadReference },
  { header: 'State', text: (lead) => leadStates[handlingOf(lead).state] },
  {
    header: 'Assigned to',
    text: (lead) => (handlingOf(lead).assigned_to === null ? '' : (handlingOf(lead).assigned_email ?? '')),
  },
  { header: 'Notes', text: (lead) => (handlingOf(lead).notes === 0 ? '' : String(handlingOf(lead).notes)) },
]

/** Every lead of a list, in its order. */
export function leadExport(source: Pick<LeadSource, 'read'>, listing: LeadListing): ExportedList<Lead> {
  return { columns, read: (place, options) => source.read(listing, place, options) }
}

function quantities(lead: Lead): string {
  const lines = (lead.lead_items ?? []).length === 0 ? [] : linesOf(lead)
  return lines.map((line) => lineText(line) + (line.note === null ? '' : ` (${line.note})`)).join('; ')
}
