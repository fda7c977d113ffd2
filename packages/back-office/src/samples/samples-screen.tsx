import { NativeSelect } from '@mantine/core'
import { useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type Column, createdColumn } from '../list/column-head.tsx'
import { DayRange, type FiltersProps } from '../list/list-filters.tsx'
import type { ExportedList } from '../list/list-export.ts'
import { type LongList, LongListScreen, useLongList } from '../list/long-list-screen.tsx'
import { SelectedRows } from '../list/selected-rows.tsx'
import { useListLayout } from '../list/use-list-layout.ts'
import { OwnerFilter, OwnerName } from '../staff/owner-filter.tsx'
import {
  overdueKinds,
  sampleList,
  sampleName,
  type SampleRow,
  type SampleSearch,
  sampleStates,
} from './sample-list-query.ts'
import { Parcel, SampleState } from './sample-panel.tsx'
import { SampleSteps } from './sample-steps.tsx'
import { storedSamples } from './stored-samples.ts'
import { HeadLink } from '../screen/buttons.tsx'

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
  { header: 'Feedback', width: '128px', cell: ({ verdict }) => (verdict === null ? '-' : verdicts[verdict]) },
  {
    header: 'Owner',
    sortedBy: 'owner',
    cell: ({ owner_email: email }) => <OwnerName email={email} />,
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

const list: LongList<SampleRow, SampleSearch, SampleRow> = {
  ...sampleList,
  stored: { list: storedSamples, rowOf: (row) => row },
}

/** The samples that buyers ask for, with search, filters, steps and export (product.md, section 2, Samples). */
export function SamplesScreen() {
  const backend = useBackend()
  const navigate = useNavigate()
  const shown = useLongList(list)
  const layout = useListLayout('samples', columns, sampleList.params)
  const { listing, selection } = shown
  const read: ExportedList<SampleRow>['read'] = (position, options) =>
    sampleList.read(backend, listing, position, options)
  return (
    <LongListScreen
      list={list}
      shown={shown}
      title="Samples"
      subtitle="Samples that buyers request, and their feedback"
      head={<HeadLink to="/admin/leads">Leads</HeadLink>}
      columns={layout}
      fields={<SampleFilters listing={listing} show={shown.show} />}
      exported={{ columns: layout.shown, read }}
      empty="No samples yet. Buyers request them on products, in the basket and on quotations."
      onOpen={({ lead_id: lead }) => void navigate(`/admin/leads/${lead}`)}
      opensPage
      nameOf={sampleName}
      bulk={
        <SelectedRows list={sampleList} shown={shown}>
          {(samples) => (
            <SampleSteps samples={samples} isAll={selection.chosen === 'all'} onDone={selection.finish} />
          )}
        </SelectedRows>
      }
    />
  )
}

const states = [
  { value: '', label: 'All states' },
  { value: 'overdue:yes', label: 'Overdue' },
  ...Object.entries(overdueKinds).map(([kind, label]) => ({ value: `overdue:${kind}`, label })),
  ...Object.entries(sampleStates).map(([value, label]) => ({ value: `state:${value}`, label })),
]

function SampleFilters({ listing, show }: FiltersProps<SampleSearch>) {
  const { state, overdue } = listing
  return (
    <>
      <NativeSelect
        aria-label="State"
        size="sm"
        value={overdue ? `overdue:${overdue}` : state ? `state:${state}` : ''}
        data={states}
        onChange={({ currentTarget: { value } }) => {
          const [name = '', chosen = ''] = value.split(':')
          const { overdue: kind, state: one } = sampleList.address.read(
            new URLSearchParams({ [name]: chosen }),
          )
          show({ ...listing, overdue: kind, state: one })
        }}
      />
      <OwnerFilter
        owner={listing.owner}
        none="Without owner"
        onChange={(owner) => show({ ...listing, owner })}
      />
      <DayRange range={listing} onChange={(range) => show({ ...listing, ...range })} />
    </>
  )
}
