import { Anchor, NativeSelect, Text } from '@mantine/core'
import { useQuery, type QueryKey, queryOptions } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { z } from 'zod'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { leadReference } from '../leads/lead-list.ts'
import type { Column } from '../list/column-head.tsx'
import { localMoment } from '../list/list-export.ts'
import type { ListAddress } from '../list/list-views.ts'
import { type LongList, LongListScreen, useLongList } from '../list/long-list-screen.tsx'
import { administratorsQuery } from '../staff/administrators.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type Cursor, inOrder, type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { countOf, type ReadOptions, type Rest } from './privacy-requests.ts'

const actionOf = ({ action }: AccessEntry) => accessActions[action] ?? action
const leadOf = ({ lead_id: id, leads, lead, contact }: AccessEntry) =>
  id !== null
    ? leadReference({ id, reference: lead?.reference })
    : leads > 0
      ? `${leads.toLocaleString()} leads`
      : (contact?.email ?? 'A person who was erased')

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
  const people = useQuery(administratorsQuery(backend)).data ?? []
  const shown = useLongList(accessList)
  const { listing, show } = shown
  const { person } = listing
  return (
    <LongListScreen
      list={accessList}
      shown={shown}
      heading="Access log"
      columns={columns}
      searchLabel="Lead, such as GW-12AB34CD, or an e-mail address"
      filters={
        <>
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
            onChange={({ currentTarget: { value } }) => show({ ...listing, person: value })}
          />
          <Text size="sm" c="dimmed">
            Every view, export and copy of personal data in the back office, and every erasure. Programs that
            read through the API with a staff account are not listed.
          </Text>
        </>
      }
      exported={{
        columns,
        read: (position, options) => readAccess(backend, listing, position, options),
      }}
      empty="No lead was opened or exported yet."
      noneFound="No entry matches this person and lead."
    />
  )
}

interface AccessEntry extends Cursor {
  readonly at: string
  readonly actor_email: string
  readonly action: string
  readonly lead_id: string | null
  readonly leads: number
  readonly lead: { readonly reference: string } | null
  /** Whose data it was; null of many leads, and of who is erased. */
  readonly contact: { readonly email: string } | null
}

const accessActions: Readonly<Record<string, string>> = {
  opened: 'Opened',
  exported: 'Exported',
  copied: 'Copied',
  erased: 'Erased',
}

/** The filters of the access log. */
export interface AccessSearch {
  /** The id of a person of the back office. */
  readonly person: string
  /** The id of a lead, a reference, or the address of a contact. */
  readonly search: string
}

/** The filters in the URL. */
const accessAddress: ListAddress<AccessSearch> = {
  read: (params) => ({
    person: z.guid().safeParse(params.get('person')).data ?? '',
    search: params.get('lead')?.trim() ?? '',
  }),
  write: ({ person, search }) => ({ person: person || undefined, lead: search || undefined }),
}

const accessList: LongList<AccessEntry, AccessSearch> = {
  label: { one: 'entry', many: 'Access log' },
  address: accessAddress,
  every: { person: '', search: '' },
  orderOf: () => ({ column: 'sort_key', ascending: false }),
  page: accessPageQuery,
  count: accessCountQuery,
}

const zeros = '00000000-0000-0000-0000-000000000000'

/** The ids of leads that begin like a reference or an id; null for any other text. */
function leadRange(text: string): readonly [from: string, to: string] | null {
  const start = text.toLowerCase().replace(/^[a-z]{1,4}-/, '')
  if (!/^[\da-f]{8}(?:-[\da-f-]{27})?$/.test(start)) return null
  return [start + zeros.slice(start.length), start + zeros.replaceAll('0', 'f').slice(start.length)]
}

const accessFields =
  'number, at, actor_email, action, lead_id, leads, lead:leads(reference), contact:contacts(email)'

function accessIn(rest: Rest, { person, search: lead }: AccessSearch) {
  const isAddress = lead.includes('@')
  const ofAddress = accessFields.replace('contacts(', 'contacts!inner(')
  let query = rest
    .from('access_log')
    // The same fields, of rows that have the contact.
    .select(isAddress ? (ofAddress as typeof accessFields) : accessFields, { count: 'exact' })
  if (person !== '') query = query.eq('actor_id', person)
  if (lead === '') return query
  if (isAddress) return query.ilike('contact.email', lead.replaceAll(/[\\%_]/g, String.raw`\$&`))
  const [from, to] = leadRange(lead) ?? [zeros, zeros]
  // An entry of more than a hundred leads has their ids, which a reference alone does not name.
  const whole = from === to ? `,lead_ids.cs.{${from}}` : ''
  return query.or(`and(lead_id.gte.${from},lead_id.lte.${to})${whole}`)
}

/** Reads entries of the access log in request order (see `inOrder`), at most `size`. */
async function readAccess(
  backend: Backend,
  search: AccessSearch,
  position: PagePosition,
  { size, signal }: ReadOptions,
): Promise<readonly AccessEntry[]> {
  const isBackwards = position.at === 'before' || position.at === 'last'
  const rows = await readRows(backend, (rest) => {
    const query = accessIn(rest, search).order('number', { ascending: isBackwards })
    const number = 'cursor' in position && Number(position.cursor.sort_key)
    const page =
      number === false ? query : isBackwards ? query.gt('number', number) : query.lt('number', number)
    return page.limit(size ?? position.size ?? pageSize).abortSignal(signal)
  })
  // Its number is its position; the address of a page names an id, too.
  return rows.map(({ number, ...entry }) => ({
    ...entry,
    id: zeros.slice(0, 24) + String(number).padStart(12, '0'),
    sort_key: String(number),
  }))
}

/** One page of the access log, the newest first. */
function accessPageQuery(backend: Backend, search: AccessSearch, position: PagePosition) {
  return queryOptions({
    queryKey: ['access_log', 'page', search, position] as QueryKey,
    // Leads are read at any time.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly AccessEntry[]> =>
      inOrder(await readAccess(backend, search, position, { signal }), position),
  })
}

/** The number of entries. */
function accessCountQuery(backend: Backend, search: AccessSearch) {
  return queryOptions({
    queryKey: ['access_log', 'count', search] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      countOf(
        accessIn(await backend.loadRest(), search)
          .limit(1)
          .abortSignal(signal),
      ),
  })
}
