import { Button, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { DayRange } from '../list/list-filters.tsx'
import type { ExportedList } from '../list/list-export.ts'
import { type LongList, LongListScreen, useLongList } from '../list/long-list-screen.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { administratorsQuery, useNames } from '../staff/administrators.ts'
import {
  everySample,
  overdueKinds,
  readSamples,
  sampleAddress,
  sampleCountQuery,
  sampleName,
  samplePageQuery,
  type SampleRow,
  type SampleSearch,
  sampleStates,
} from './sample-list-query.ts'
import { Parcel, SampleState } from './sample-panel.tsx'
import { SampleSteps } from './sample-steps.tsx'
import { storedSamples } from './stored-samples.ts'

const listParams = Object.keys(sampleAddress.write(everySample))
const verdicts = { liked: 'We like it', not_for_us: 'Not for us' }

const columns: readonly Column<SampleRow>[] = [
  { header: 'Sample', look: 'name', sortedBy: 'name', cell: sampleName },
  { header: 'Company', sortedBy: 'company', cell: ({ company }) => company },
  {
    header: 'State',
    width: '168px',
    sortedBy: 'state',
    cell: (sample) => <SampleState sample={sample} />,
    text: ({ state }) => sampleStates[state],
  },
  {
    header: 'Parcel',
    cell: (sample) => (sample.sent_on === null ? '-' : <Parcel sample={sample} />),
    text: ({ courier, tracking_number: number }) => [courier, number].filter(Boolean).join(', '),
  },
  { header: 'Verdict', width: '128px', cell: ({ verdict }) => (verdict === null ? '-' : verdicts[verdict]) },
  {
    header: 'Owner',
    sortedBy: 'owner',
    cell: ({ owner_email: email }) => <Owner email={email} />,
    text: ({ owner_email: email }) => email ?? '',
  },
  createdColumn,
  { header: 'Buyer', isExtra: true, cell: ({ buyer }) => buyer },
  { header: 'Inquiry', isExtra: true, cell: ({ reference }) => reference },
  { header: 'Quotation', isExtra: true, cell: ({ quotation_number: number }) => number ?? '-' },
  { header: 'Charge', isExtra: true, cell: ({ charge }) => (charge === null ? '-' : String(charge)) },
  { header: 'Sent on', isExtra: true, cell: ({ sent_on: day }) => day ?? '-' },
  { header: 'Delivered on', isExtra: true, cell: ({ delivered_on: day }) => day ?? '-' },
  { header: 'Comment', isExtra: true, cell: ({ comment }) => comment ?? '-' },
]

const sampleList: LongList<SampleRow, SampleSearch, SampleRow> = {
  label: { one: 'sample', many: 'Samples' },
  address: sampleAddress,
  every: everySample,
  orderOf: ({ sorted, ascending }) => ({ column: 'sort_key', by: sorted, ascending }),
  // Only the columns above sort.
  sort: (search, by, ascending) => ({ ...search, sorted: by as SampleSearch['sorted'], ascending }),
  page: samplePageQuery,
  count: sampleCountQuery,
  stored: { list: storedSamples, rowOf: (row) => row },
}

/** The samples that buyers ask for, with search, filters, steps and export (product.md, section 2, Samples). */
export function SamplesScreen() {
  const backend = useBackend()
  const navigate = useNavigate()
  const shown = useLongList(sampleList)
  const layout = useListLayout('samples', columns, listParams)
  const { listing, selection } = shown
  const read: ExportedList<SampleRow>['read'] = (position, options) =>
    readSamples(backend, listing, position, options)
  return (
    <LongListScreen
      list={sampleList}
      shown={shown}
      title="Samples"
      subtitle="Samples that buyers ask for, and their verdicts"
      head={
        <Button component={Link} to="/admin/leads" variant="subtle" size="sm" px={12}>
          Leads
        </Button>
      }
      columns={layout}
      filters={<SampleFilters listing={listing} show={shown.show} />}
      exported={{ columns: layout.shown, read }}
      empty="No samples yet. Buyers ask for them on products, in the basket and on quotations."
      onOpen={({ lead_id: lead }) => void navigate(`/admin/leads/${lead}`)}
      opensPage
      nameOf={sampleName}
      bulk={<SampleSteps samples={shown.selectedRows()} onDone={selection.clear} />}
    />
  )
}

function Owner({ email }: { readonly email: string | null }) {
  const nameOf = useNames()
  return <Text inherit>{email === null ? '-' : (nameOf(email) ?? email)}</Text>
}

const states = [
  { value: '', label: 'All states' },
  { value: 'overdue:yes', label: 'Overdue' },
  ...Object.entries(overdueKinds).map(([kind, label]) => ({ value: `overdue:${kind}`, label })),
  ...Object.entries(sampleStates).map(([value, label]) => ({ value: `state:${value}`, label })),
]

interface SampleFiltersProps {
  readonly listing: SampleSearch
  readonly show: (listing: SampleSearch) => void
}

function SampleFilters({ listing, show }: SampleFiltersProps) {
  const { user } = useAuth()
  const people = useQuery({ ...administratorsQuery(useBackend()), enabled: useIsOnline() }).data ?? []
  const { state, overdue, owner } = listing
  return (
    <>
      <NativeSelect
        aria-label="State"
        size="sm"
        value={overdue ? `overdue:${overdue}` : state ? `state:${state}` : ''}
        data={states}
        onChange={({ currentTarget: { value } }) => {
          const [name = '', chosen = ''] = value.split(':')
          const { overdue: kind, state: one } = sampleAddress.read(new URLSearchParams({ [name]: chosen }))
          show({ ...listing, overdue: kind, state: one })
        }}
      />
      <NativeSelect
        aria-label="Owner"
        size="sm"
        value={owner ?? ''}
        data={[
          { value: '', label: 'Any owner' },
          { value: 'none', label: 'Without owner' },
          ...people.map(({ id, email, name }) => ({
            value: id,
            label: id === user?.id ? 'Mine' : (name ?? email),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => show({ ...listing, owner: value || undefined })}
      />
      <DayRange range={listing} onChange={(range) => show({ ...listing, ...range })} />
    </>
  )
}
