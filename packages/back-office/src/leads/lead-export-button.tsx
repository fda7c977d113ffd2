import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  isErased,
  type Lead,
  type LeadListing,
  leadReference,
  linesOf,
  lineText,
  totalQuantity,
} from './lead-list.ts'
import { useExport } from '../list/export-button.tsx'
import { isAskedToExport } from './lead-search.ts'
import { type ExportColumn, type ExportedList, localMoment } from '../list/list-export.ts'
import { leadStates, untouched } from './lead-handling.ts'
import type { LeadSource } from './lead-source.ts'

interface ExportButtonProps {
  readonly source: LeadSource
  readonly listing: LeadListing
  /** The number of leads; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of the list as CSV, or for Excel, and shows the progress. */
export function ExportButton({ source, listing, total }: ExportButtonProps) {
  const { progress, start, cancel } = useExport<Lead>({ one: 'lead', many: 'leads' }, 'Export to CSV')
  const list = leadExport(source, listing)
  const isDisabled = progress !== undefined || total === 0
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isAsked = isAskedToExport(state) && total !== undefined
  const begin = useEffectEvent(() => {
    void navigate({ pathname, search }, { replace: true })
    if (!isDisabled) start(list, 'csv', total)
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        // `disabled` would lose the focus.
        aria-disabled={isDisabled}
        data-disabled={isDisabled}
        className="tabular"
        onClick={() => {
          if (!isDisabled) start(list, 'csv', total)
        }}
      >
        {progress ?? 'Export to CSV'}
      </Button>
      {progress === undefined ? (
        <>
          {(['Download for Excel', 'Excel, one row per product'] as const).map((label) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              aria-disabled={isDisabled}
              data-disabled={isDisabled}
              onClick={() => {
                if (isDisabled) return
                start(label === 'Download for Excel' ? list : { ...list, rowsOf: linesOfLead }, 'xlsx', total)
              }}
            >
              {label}
            </Button>
          ))}
        </>
      ) : (
        <Button variant="subtle" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  )
}

const handlingOf = (lead: Lead) => lead.lead_handling ?? untouched

/** The first seven are the columns of product.md, section 2, Leads. */
const columns: readonly ExportColumn<Lead>[] = [
  { header: 'Name', text: ({ name }) => name },
  { header: 'Company', text: ({ company }) => company },
  { header: 'Email', text: (lead) => (isErased(lead) ? 'erased' : lead.email) },
  { header: 'Phone', text: ({ phone }) => phone },
  { header: 'Products', text: (lead) => lead.selected_products?.join('; ') ?? '' },
  { header: 'Message', text: ({ message }) => message ?? '' },
  { header: 'Date', text: (lead) => localMoment(lead.created_at) },
  { header: 'Quantities and notes', text: quantities },
  { header: 'Needed by', text: (lead) => lead.needed_by ?? '' },
  { header: 'Budget per gift', text: (lead) => lead.budget_per_gift?.toString() ?? '' },
  { header: 'City', text: (lead) => lead.delivery_city ?? '' },
  { header: 'Branding', text: (lead) => (lead.wants_branding === true ? 'Yes' : '') },
  { header: 'Reference', text: leadReference },
  { header: 'State', text: (lead) => leadStates[handlingOf(lead).state] },
  {
    header: 'Assigned to',
    text: (lead) => (handlingOf(lead).assigned_to === null ? '' : (handlingOf(lead).assigned_email ?? '')),
  },
  { header: 'Notes', text: (lead) => (handlingOf(lead).notes === 0 ? '' : String(handlingOf(lead).notes)) },
  { header: 'Quantity', text: (lead) => (totalQuantity(lead) === 0 ? '' : String(totalQuantity(lead))) },
  { header: 'Come back on', text: (lead) => handlingOf(lead).due_on ?? '' },
  { header: 'Colour', text: (lead) => [...new Set(coloursOf(lead))].join('; ') },
]

const coloursOf = (lead: Lead) =>
  linesOf(lead).flatMap(({ colours }) => colours?.map(({ name }) => name) ?? [])

/** Every lead of a list, in its order. */
export function leadExport(source: Pick<LeadSource, 'read'>, listing: LeadListing): ExportedList<Lead> {
  return { columns, read: (position, options) => source.read(listing, position, options) }
}

/**
 * A lead as one row per product and colour with a quantity, each with its quantity; one without products is one row.
 */
export function linesOfLead(lead: Lead): readonly Lead[] {
  const { lead_items: items = [] } = lead
  const rows = linesOf(lead)
    .flatMap(byColour)
    .map((line) => ({
      ...lead,
      selected_products: [line.name],
      lead_items: items.length === 0 ? [] : [{ ...line, position: 1 }],
    }))
  return rows.length === 0 ? [lead] : rows
}

/** A line for each colour, where all of them have quantities. */
function byColour(line: ReturnType<typeof linesOf>[number]) {
  const { colours } = line
  if (!colours?.every(({ quantity }) => quantity !== null)) return [line]
  return colours.map((colour) => ({ ...line, quantity: colour.quantity, colours: [colour] }))
}

function quantities(lead: Lead): string {
  const lines = (lead.lead_items ?? []).length === 0 ? [] : linesOf(lead)
  return lines.map((line) => lineText(line) + (line.note === null ? '' : ` (${line.note})`)).join('; ')
}
