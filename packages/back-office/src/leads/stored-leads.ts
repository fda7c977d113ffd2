import { readNotes } from './lead-handling.ts'
import { type Lead, leadReference, readLeads } from './lead-list.ts'
import { storedList } from '../list/stored-list.ts'

/** Only the newest notes, of all leads together. */
const maxNotes = 1000

/** The newest leads with their notes, for reading offline. */
export const storedLeads = storedList<Lead>({
  name: 'leads',
  most: 1000,
  async fetch(backend, most, signal) {
    const everyLead = { filters: { search: '' }, order: 'newest' } as const
    const [leads, notes] = await Promise.all([
      readLeads(backend, everyLead, { at: 'first' }, { size: most, signal }),
      readNotes(backend, { limit: maxNotes, signal }),
    ])
    const ofLead = Map.groupBy(notes, ({ lead_id: id }) => id)
    return { rows: leads.map((lead) => ({ ...lead, notes: ofLead.get(lead.id) ?? [] })) }
  },
  // As `lead_search_text` in the database.
  textOf(lead) {
    const { name, company, email, phone, message, selected_products: products, delivery_city: city } = lead
    const texts = [name, company, email, phone, message, ...(products ?? []), city, leadReference(lead)]
    return [...texts, phone.replaceAll(/\D/g, '')].join('\n')
  },
})
