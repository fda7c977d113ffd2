import { Badge, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, monthText } from '@giftwell/shared/kernel/india-time.ts'
import { declineReasons, quotationName } from '@giftwell/shared/quotations/quotation.ts'
import { CachedNotice, NotCachedNotice } from '../list/cached-list.tsx'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { AboutChip, FilterChip, DayRange } from '../list/list-filters.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { NoneFound, RecordList } from '../list/record-list.tsx'
import { SearchField } from '../list/list-card.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { useListPage } from '../list/use-list-page.ts'
import { type ListSearchParams, useListSearchParams } from '../list/list-views.ts'
import { administratorsQuery, useNames } from '../staff/administrators.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import {
  everyQuotation,
  isNarrowed,
  isQuotationState,
  quotationAddress,
  type QuotationRow,
  type QuotationSearch,
} from './quotation-list-query.ts'
import { quotationStates } from './quotation-requests.ts'
import { useQuotationSource } from './quotation-source.ts'

const listParams = Object.keys(quotationAddress.write(everyQuotation))

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
    cell: ({ owner_email: email }) => <Owner email={email} />,
    text: ({ owner_email: email }) => email,
  },
  { ...createdColumn, isExtra: true },
]

const colours: Readonly<Record<QuotationRow['state'], string>> = {
  draft: 'gray',
  sent: 'aubergine',
  expired: 'brick',
  accepted: 'leaf',
  declined: 'brick',
  change_asked: 'marigold',
  withdrawn: 'gray',
}

/** The quotations with search, filters and export (product.md, section 2, Quotations). */
export function QuotationList() {
  const navigate = useNavigate()
  const list = useListSearchParams(quotationAddress)
  const [search, show] = list
  const { source, cached } = useQuotationSource()
  const page = useListPage<QuotationRow>({
    listKey: JSON.stringify(search),
    column: 'sort_key',
    page: (position) => source.page(search, position),
    count: source.count(search),
  })
  const layout = useListLayout('quotations', columns, listParams)
  const { sorted, ascending } = search
  return (
    <>
      <ScreenHead title="Quotations" subtitle="What was offered, and what became of it" />
      <RecordList
        label="Quotations"
        heading="All Quotations"
        list={page}
        columns={layout.shown}
        layout={layout}
        tools={
          <>
            <QuotationTools list={list} />
            <ExportButton
              label={{ one: 'quotation', many: 'Quotations' }}
              columns={layout.shown}
              read={(position, options) => source.read(search, position, options)}
              documents={(rows, signal) => source.documents(rows, signal)}
              total={page.total}
            />
          </>
        }
        notices={
          <CachedNotice
            readAt={cached?.readAt}
            {...(cached?.isWhole === false && { stored: cached.quotations, many: 'quotations' })}
          />
        }
        empty={
          isNarrowed(search) ? (
            <NoneFound many="quotations" onClear={() => show({ ...everyQuotation, sorted, ascending })} />
          ) : (
            'No quotations yet. Open a lead and press Quote.'
          )
        }
        onOpen={({ id }) => void navigate(`/admin/quotations/${id}`)}
        opensPage
        nameOf={numberOf}
        sorting={{
          by: sorted,
          ascending,
          // Only the columns above sort.
          onSort: (by, isUp) => show({ ...search, sorted: by as QuotationSearch['sorted'], ascending: isUp }),
        }}
      />
      <NotCachedNotice many="Quotations" />
    </>
  )
}

function Owner({ email }: { readonly email: string }) {
  return <Text inherit>{useNames()(email) ?? email}</Text>
}

const states = [
  { value: '', label: 'All states' },
  { value: 'unanswered', label: 'Unanswered for three days' },
  { value: 'expiring', label: 'Expiring this week' },
  ...Object.entries(quotationStates).map(([value, label]) => ({ value, label })),
]

function QuotationTools({ list: [search, show] }: { readonly list: ListSearchParams<QuotationSearch> }) {
  const { user } = useAuth()
  const people = useQuery(administratorsQuery(useBackend())).data ?? []
  const { won, owner, sent, reason, about } = search
  return (
    <>
      <SearchField
        label="Search quotations"
        value={search.search}
        onSearch={(words) => show({ ...search, search: words })}
      />
      <NativeSelect
        aria-label="State"
        size="sm"
        value={search.unanswered ? 'unanswered' : search.expiring ? 'expiring' : (search.state ?? '')}
        data={states}
        onChange={({ currentTarget: { value } }) =>
          show({
            ...search,
            state: isQuotationState(value) ? value : undefined,
            unanswered: value === 'unanswered' ? 'yes' : undefined,
            expiring: value === 'expiring' ? 'yes' : undefined,
          })
        }
      />
      <NativeSelect
        aria-label="Owner"
        size="sm"
        value={owner ?? ''}
        data={[
          { value: '', label: 'Any owner' },
          ...people.map(({ id, email, name }) => ({
            value: id,
            label: id === user?.id ? 'Mine' : (name ?? email),
          })),
          ...(owner === undefined || people.some(({ id }) => id === owner)
            ? []
            : [{ value: owner, label: 'A former colleague' }]),
        ]}
        onChange={({ currentTarget: { value } }) => show({ ...search, owner: value || undefined })}
      />
      <DayRange range={search} onChange={(range) => show({ ...search, ...range })} />
      {won !== undefined && (
        <FilterChip label={`Won in ${monthText(won)}`} onRemove={() => show({ ...search, won: undefined })} />
      )}
      {sent !== undefined && (
        <FilterChip label="Sent" onRemove={() => show({ ...search, sent: undefined })} />
      )}
      {reason !== undefined && (
        <FilterChip
          label={`Declined for: ${declineReasons[reason]}`}
          onRemove={() => show({ ...search, reason: undefined })}
        />
      )}
      {about !== undefined && (
        <AboutChip verb="For" about={about} onRemove={() => show({ ...search, about: undefined })} />
      )}
    </>
  )
}
