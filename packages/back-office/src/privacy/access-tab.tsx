import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { momentText } from '@giftwell/shared/quotations/format.ts'
import { leadReference } from '../leads/lead-list.ts'
import type { Column } from '../list/column-head.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { localMoment } from '../list/list-export.ts'
import { RecordList } from '../list/record-list.tsx'
import { SearchField } from '../list/search-field.tsx'
import { useListPage } from '../list/use-list-page.ts'
import { useListSearchParams } from '../list/use-list-search-params.ts'
import { administratorsQuery } from '../record/record-history.tsx'
import {
  accessActions,
  accessAddress,
  accessCountQuery,
  type AccessEntry,
  accessPageQuery,
  readAccess,
} from './access-log.ts'

const actionOf = ({ action }: AccessEntry) => accessActions[action] ?? action
const leadOf = ({ lead_id: id, leads }: AccessEntry) =>
  id === null ? `${leads.toLocaleString()} leads` : leadReference({ id })

const columns: readonly Column<AccessEntry>[] = [
  { header: 'Person', look: 'name', cell: ({ actor_email: email }) => email },
  { header: 'What', width: '130px', cell: actionOf },
  {
    header: 'Lead',
    width: '160px',
    cell: (entry) =>
      entry.lead_id === null ? (
        leadOf(entry)
      ) : (
        <Anchor component={Link} inherit c="var(--gw-brand)" to={`/admin/leads/${entry.lead_id}`}>
          {leadOf(entry)}
        </Anchor>
      ),
    text: leadOf,
  },
  {
    header: 'When',
    look: 'quiet',
    width: '210px',
    cell: ({ at }) => momentText(at),
    text: ({ at }) => localMoment(at),
  },
]

/** Who opened, exported or copied which lead. */
export function AccessTab() {
  const backend = useBackend()
  const [search, show] = useListSearchParams(accessAddress)
  const people = useQuery(administratorsQuery(backend)).data ?? []
  const page = useListPage<AccessEntry>({
    listKey: JSON.stringify(search),
    column: 'sort_key',
    page: (position) => accessPageQuery(backend, search, position),
    count: accessCountQuery(backend, search),
  })
  const { person } = search
  return (
    <RecordList
      label="Access log"
      heading="Access log"
      list={page}
      columns={columns}
      tools={
        <>
          <SearchField
            label="Lead, such as GW-12AB34CD"
            value={search.lead}
            onSearch={(lead) => show({ ...search, lead })}
          />
          <NativeSelect
            aria-label="Person"
            size="sm"
            value={person}
            data={[
              { value: '', label: 'Anyone' },
              ...people.map(({ id, email, name }) => ({ value: id, label: name ?? email })),
              ...(person === '' || people.some(({ id }) => id === person)
                ? []
                : [{ value: person, label: 'A former colleague' }]),
            ]}
            onChange={({ currentTarget: { value } }) => show({ ...search, person: value })}
          />
          <ExportButton
            label={{ one: 'entry', many: 'Access log' }}
            columns={columns}
            read={(position, options) => readAccess(backend, search, position, options)}
            total={page.total}
          />
        </>
      }
      empty={
        search.lead === '' && person === ''
          ? 'No lead was opened or exported yet.'
          : 'No entry matches this person and lead.'
      }
    />
  )
}
