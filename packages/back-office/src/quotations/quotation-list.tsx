import { Badge, NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, monthText } from '@giftwell/shared/kernel/india-time.ts'
import { declineReasons, isDeclineReason, quotationName } from '@giftwell/shared/quotations/quotation.ts'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { DayRange, FilterChips, type FiltersProps } from '../list/list-filters.tsx'
import { ExportButton } from '../list/export-button.tsx'
import type { ExportedList } from '../list/list-export.ts'
import { type LongList, LongListScreen, readFrom, useLongList } from '../list/long-list-screen.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { OwnerFilter, OwnerName } from '../staff/owner-filter.tsx'
import { useSeesMargin } from '../staff/use-sees-margin.ts'
import { accountingDocuments } from './accounting-documents.ts'
import { tallyFoot, tallyHead, tallyVoucher } from './tally-vouchers.ts'
import {
  isQuotationState,
  quotationList,
  type QuotationRow,
  type QuotationSearch,
} from './quotation-list-query.ts'
import type { QuotationSeller } from '@giftwell/shared/quotations/quotation.ts'
import { quotationStates } from './quotation-requests.ts'
import { quotationRow, type StoredQuotation, storedQuotations } from './stored-quotations.ts'

const numberOf = ({ number, revision }: QuotationRow) =>
  number === null ? 'Draft' : quotationName(number, revision)

const columns: readonly Column<QuotationRow>[] = [
  { header: 'Number', look: 'name', width: '168px', sortedBy: 'number', cell: numberOf, text: numberOf },
  { header: 'Company', sortedBy: 'company', cell: ({ company }) => company },
  {
    header: 'Total',
    width: '150px',
    sortedBy: 'total',
    cell: ({ total_paise: total }) => <span className="tabular">{rupees(total)}</span>,
    text: ({ total_paise: total }) => (total / 100).toFixed(2),
  },
  {
    header: 'State',
    width: '136px',
    sortedBy: 'state',
    cell: ({ state }) => (
      <Badge variant="light" color={colours[state]}>
        {quotationStates[state]}
      </Badge>
    ),
    text: ({ state }) => quotationStates[state],
  },
  {
    header: 'Valid until',
    width: '128px',
    sortedBy: 'valid_until',
    cell: ({ valid_until: day }) => dayText(day),
    text: ({ valid_until: day }) => day,
  },
  {
    header: 'Owner',
    sortedBy: 'owner',
    cell: ({ owner_email: email }) => <OwnerName email={email} />,
    text: ({ owner_email: email }) => email,
  },
  { ...createdColumn, isExtra: true },
  { header: 'Source', isExtra: true, cell: ({ source }) => source ?? '-' },
  {
    header: 'Reason',
    isExtra: true,
    cell: ({ reason }) => (reason != null && isDeclineReason(reason) ? declineReasons[reason] : '-'),
  },
]

const marginColumn: Column<QuotationRow> = {
  header: 'Margin',
  isExtra: true,
  width: '150px',
  cell: ({ margin_paise: margin }) =>
    margin == null ? '-' : <span className="tabular">{rupees(margin)}</span>,
  text: ({ margin_paise: margin }) => (margin == null ? '' : (margin / 100).toFixed(2)),
}
const columnsWithMargin = [...columns, marginColumn]

const colours: Readonly<Record<QuotationRow['state'], string>> = {
  draft: 'gray',
  sent: 'aubergine',
  expired: 'brick',
  accepted: 'leaf',
  declined: 'brick',
  change_asked: 'marigold',
  withdrawn: 'gray',
}

const list: LongList<QuotationRow, QuotationSearch, StoredQuotation, { readonly seller: QuotationSeller }> = {
  ...quotationList,
  stored: { list: storedQuotations, rowOf: quotationRow },
}

/** The quotations with search, filters and export (product.md, section 2, Quotations). */
export function QuotationList() {
  const backend = useBackend()
  const navigate = useNavigate()
  const shown = useLongList(list)
  const layout = useListLayout(
    'quotations',
    useSeesMargin() ? columnsWithMargin : columns,
    quotationList.params,
  )
  const documents = (rows: readonly QuotationRow[], signal: AbortSignal) =>
    accountingDocuments(backend, rows, signal)
  const vouchers: ExportedList<QuotationRow>['vouchers'] = {
    head: tallyHead,
    foot: tallyFoot,
    of: async (rows, signal) =>
      (
        await accountingDocuments(
          backend,
          rows.filter(({ state }) => state === 'accepted'),
          signal,
        )
      ).map(tallyVoucher),
  }
  const { listing, selection, selectedRows } = shown
  const read: ExportedList<QuotationRow>['read'] = (position, options) =>
    quotationList.read(backend, listing, position, options)
  return (
    <LongListScreen
      list={list}
      shown={shown}
      title="Quotations"
      subtitle="Quotations and their outcome"
      columns={layout}
      fields={<QuotationFilters listing={listing} show={shown.show} />}
      filters={<FilterChips listing={listing} show={shown.show} texts={chipTexts} verb="For" />}
      exported={{ columns: layout.shown, read, documents, vouchers }}
      empty="No quotations yet. Open a lead and press Quote."
      onOpen={({ id }) => void navigate(`/admin/quotations/${id}`)}
      opensPage
      nameOf={selectedName}
      bulk={
        <ExportButton
          label={quotationList.label}
          of="selected quotations"
          columns={layout.shown}
          read={selection.chosen === 'all' ? read : readFrom(selectedRows())}
          documents={documents}
          vouchers={vouchers}
          total={selection.count}
        />
      }
    />
  )
}

/** A draft has no number yet. */
function selectedName(row: QuotationRow): string {
  return row.number === null ? `Draft of ${row.company}` : numberOf(row)
}

const states = [
  { value: '', label: 'All states' },
  { value: 'unsettled', label: 'Waiting for you' },
  { value: 'unanswered', label: 'Unanswered for three days' },
  { value: 'expiring', label: 'Expiring this week' },
  ...Object.entries(quotationStates).map(([value, label]) => ({ value, label })),
]

/** The chips of the filters without a field. */
const chipTexts: ComponentProps<typeof FilterChips<QuotationSearch>>['texts'] = {
  unsettled: () => 'Waiting for you',
  won: (time) =>
    time.includes('_')
      ? `Won from ${time.split('_').map(dayText).join(' to ')}`
      : `Won in ${monthText(time)}`,
  likely: (month) => `Likely in ${monthText(month)}`,
  source: (source) => (source === 'none' ? 'Source not known' : `Source: ${source}`),
  campaign: (campaign) => `Campaign: ${campaign}`,
  sent: () => 'Sent',
  company: (company) => (company === 'none' ? 'No company' : 'One company'),
  reason: (reason) => `Declined for: ${declineReasons[reason]}`,
}

function QuotationFilters({ listing: search, show }: FiltersProps<QuotationSearch>) {
  return (
    <>
      <NativeSelect
        aria-label="State"
        size="sm"
        value={
          search.unanswered
            ? 'unanswered'
            : search.expiring
              ? 'expiring'
              : (search.state ?? (search.unsettled ? 'unsettled' : ''))
        }
        data={states}
        onChange={({ currentTarget: { value } }) =>
          show({
            ...search,
            state: isQuotationState(value) ? value : undefined,
            unsettled: value === 'unsettled' ? 'yes' : undefined,
            unanswered: value === 'unanswered' ? 'yes' : undefined,
            expiring: value === 'expiring' ? 'yes' : undefined,
          })
        }
      />
      <OwnerFilter owner={search.owner} onChange={(owner) => show({ ...search, owner })} />
      <DayRange range={search} onChange={(range) => show({ ...search, ...range })} />
    </>
  )
}
