import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconAlertOctagon, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { administratorsQuery, choicesOf } from '../staff/administrators.ts'
import { handleLeads, isLeadState, leadStates, settableStates, untouched } from './lead-handling.ts'
import { lostAction, type LostReason } from '../quotations/lost-action.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { DayRange, FilterChips, type FiltersProps } from '../list/list-filters.tsx'
import { type LeadSearch, isAskedToExport, isLeadDue, leadDue, lostReasons, weekdays } from './lead-search.ts'
import type { Selection } from '../list/selection-bar.tsx'
import {
  type Lead,
  type LeadFilters,
  type LeadListing,
  argumentsOf,
  isErased,
  leadReference,
  lineText,
  linesOf,
  readLeads,
  recordAccess,
  totalQuantity,
} from './lead-list.ts'
import { useLocation, useNavigate } from 'react-router-dom'
import { useExport } from '../list/export-button.tsx'
import { SourceField } from './source-field.tsx'
import { type ExportColumn, type ExportedList, type ExportKind, localMoment } from '../list/list-export.ts'

const states = [
  { value: '', label: 'All states' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'open', label: 'Open' },
  ...Object.entries(leadStates).map(([value, label]) => ({ value, label })),
]

const dues = [
  { value: '', label: 'Come back any day' },
  ...Object.entries(leadDue).map(([value, { label }]) => ({ value, label })),
]

/** The chips of the filters without a field. */
const chipTexts: ComponentProps<typeof FilterChips<LeadSearch>>['texts'] = {
  email: (email) => email,
  company: () => 'One company',
  mail: () => 'E-mails not sent',
  asked: (days) => `Received from ${days.split('_').map(dayText).join(' to ')}`,
  weekday: (day) => `Received on a ${weekdays[Number(day) - 1]}`,
  answered: () => 'Answered',
  answered_by: () => 'Answered by one person',
  campaign: (campaign) => `Campaign: ${campaign === 'none' ? 'none' : campaign}`,
  reason: (reason) => `Lost: ${lostReasons[reason]}`,
}

/** The filters of the leads that have no field. */
export function LeadFilterChips({ listing, show }: FiltersProps<LeadSearch>) {
  return <FilterChips listing={listing} show={show} texts={chipTexts} verb="Asked for" />
}

/** The fields of the filters of the leads. */
export function LeadFilterFields({ listing, show }: FiltersProps<LeadSearch>) {
  const { user } = useAuth()
  const administrators = useQuery({ ...administratorsQuery(useBackend()), enabled: useIsOnline() }).data ?? []
  const assignees = [
    { value: '', label: 'Assigned to anyone' },
    { value: 'none', label: 'Unassigned' },
    ...administrators.map(({ id, email, name, is_active: isActive }) => ({
      value: id,
      label: `Assigned to ${id === user?.id ? 'me' : (name ?? email)}${isActive ? '' : ' (has left)'}`,
    })),
  ]
  if (listing.assigned !== undefined && !assignees.some(({ value }) => value === listing.assigned)) {
    assignees.push({ value: listing.assigned, label: 'Assigned to a former administrator' })
  }
  return (
    <>
      <NativeSelect
        aria-label="State"
        size="sm"
        value={listing.unanswered ? 'unanswered' : (listing.state ?? '')}
        data={states}
        onChange={({ currentTarget: { value } }) =>
          show({
            ...listing,
            state: isLeadState(value) || value === 'open' ? value : undefined,
            unanswered: value === 'unanswered' ? 'yes' : undefined,
          })
        }
      />
      <NativeSelect
        aria-label="Assigned to"
        size="sm"
        value={listing.assigned ?? ''}
        data={assignees}
        onChange={({ currentTarget: { value } }) => show({ ...listing, assigned: value || undefined })}
      />
      <NativeSelect
        aria-label="To come back to"
        size="sm"
        value={listing.due ?? ''}
        data={dues}
        onChange={({ currentTarget: { value } }) =>
          show({ ...listing, due: isLeadDue(value) ? value : undefined })
        }
      />
      <SourceField listing={listing} show={show} />
      <DayRange range={listing} onChange={(range) => show({ ...listing, ...range })} />
    </>
  )
}

interface LeadBulkActionsProps {
  readonly selection: Selection
  /** The listed rows, all of which may be selected. */
  readonly filters: LeadFilters
}

/** Assigns the selected leads, or sets their state; each can be undone. */
export function LeadBulkActions({ selection, filters }: LeadBulkActionsProps) {
  const backend = useBackend()
  const administrators = useQuery(administratorsQuery(backend)).data ?? []
  const handling = useMutation(handleLeads(backend))
  const { chosen, count } = selection
  const [isLosing, setLosing] = useState(false)
  const change = (kind: 'state' | 'assigned', value?: string, lost?: LostReason) =>
    handling.mutateAsync(
      {
        kind,
        value,
        ...lost,
        count,
        chosen: chosen === 'all' ? argumentsOf(filters) : { ids: [...chosen] },
      },
      { onSuccess: selection.finish },
    )
  /** The mutation's toast reports the failure. */
  const handle = (kind: 'state' | 'assigned', value?: string) =>
    void change(kind, value).catch(() => undefined)
  return (
    <>
      <ChoiceMenu
        label="Assign"
        isBusy={handling.isPending}
        choices={[...choicesOf(administrators), { value: '', label: 'No one' }]}
        onChoose={(value) => handle('assigned', value || undefined)}
      />
      <ChoiceMenu
        label="Change state"
        isBusy={handling.isPending}
        choices={settableStates}
        onChoose={(value) => (value === 'lost' ? setLosing(true) : handle('state', value))}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAlertOctagon size={16} stroke={1.7} aria-hidden />}
        disabled={handling.isPending}
        onClick={() => handle('state', 'spam')}
      >
        Spam
      </Button>
      {isLosing && (
        <ActionDialog
          action={lostAction((lost) => change('state', 'lost', lost))}
          onClose={() => setLosing(false)}
        />
      )}
    </>
  )
}

interface ChoiceMenuProps {
  readonly label: string
  readonly isBusy: boolean
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function ChoiceMenu({ label, isBusy, choices, onChoose }: ChoiceMenuProps) {
  return (
    <Menu
      position="top-start"
      withInitialFocusPlaceholder={false}
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
        {choices.map((choice) => (
          <Menu.Item key={choice.value} onClick={() => onChoose(choice.value)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ExportButtonProps {
  readonly list: ExportedList<Lead>
  /** The number of leads; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of the list as CSV, or for Excel, and shows the progress. */
export function ExportButton({ list, total }: ExportButtonProps) {
  const { progress, start, cancel } = useExport<Lead>({ one: 'lead', many: 'leads' }, 'Export to CSV')
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
  const button = (label: string, exported: typeof list, kind: ExportKind, icon?: ReactNode) => (
    <Button
      variant="default"
      size="sm"
      className="tabular"
      leftSection={icon}
      // `disabled` would lose the focus.
      aria-disabled={isDisabled}
      data-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) start(exported, kind, total)
      }}
    >
      {label}
    </Button>
  )
  const icon = <IconDownload size={16} stroke={1.7} aria-hidden />
  return (
    <>
      {button(progress ?? 'Export to CSV', list, 'csv', icon)}
      {progress === undefined ? (
        <>
          {button('Download for Excel', list, 'xlsx')}
          {button('Excel, one row per product', { ...list, rowsOf: linesOfLead }, 'xlsx')}
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
  { header: 'Source', text: ({ source }) => source ?? '' },
  { header: 'Medium', text: ({ medium }) => medium ?? '' },
  { header: 'Campaign', text: ({ campaign }) => campaign ?? '' },
  { header: 'Referrer', text: ({ referrer }) => referrer ?? '' },
  { header: 'Landing page', text: ({ landing_page: path }) => path ?? '' },
]

const coloursOf = (lead: Lead) =>
  linesOf(lead).flatMap(({ colours }) => colours?.map(({ name }) => name) ?? [])

/** Every lead of a list, in its order. Reading them is recorded in the access log. */
export function leadExport(backend: Backend, listing: LeadListing): ExportedList<Lead> {
  return {
    columns,
    async read(position, options) {
      const leads = await readLeads(backend, listing, position, options)
      if (leads.length > 0) await recordAccess(backend, 'exported', leads)
      return leads
    },
  }
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
