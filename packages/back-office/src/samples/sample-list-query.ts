import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type Cursor, inOrder, type PagePosition, pageArguments } from '@giftwell/shared/kernel/keyset.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { formed, listAddress, oneOf, pathOf, type Searched, type SetFilters } from '../list/list-address.ts'
import type { ListAddress } from '../list/list-views.ts'

/** The states of a sample by what the staff call them. */
export const sampleStates = {
  asked: 'Asked for',
  agreed: 'Agreed',
  refused: 'Refused',
  sent: 'Sent',
  delivered: 'Delivered',
  kept: 'Kept',
  returned: 'Returned',
} as const

type SampleState = keyof typeof sampleStates

/** For what a sample is overdue: the kinds of the dashboard and of the digest (the database's `waiting_lists`). */
export const overdueKinds = {
  asked: 'Samples without an answer',
  sent: 'Samples not delivered',
  return: 'Samples not returned',
  verdict: 'Samples without a verdict',
} as const

type OverdueKind = keyof typeof overdueKinds

/** The kinds in that order. */
export const overdueKindNames = Object.keys(overdueKinds) as readonly OverdueKind[] // its own keys

/** A sample as the staff read it. */
export interface SampleRow extends Cursor {
  readonly lead_id: string
  readonly quotation_id: string | null
  readonly quotation_number: string | null
  readonly reference: string
  readonly company: string
  readonly buyer: string
  readonly name: string
  readonly colour: string | null
  /** In rupees; null where it is free. */
  readonly charge: number | null
  readonly state: SampleState
  readonly reason: string | null
  readonly courier: string | null
  readonly tracking_number: string | null
  readonly tracking_url: string | null
  readonly sent_on: string | null
  readonly delivered_on: string | null
  /** Null where buyers keep samples. */
  readonly return_by: string | null
  readonly verdict: 'liked' | 'not_for_us' | null
  readonly comment: string | null
  readonly owner_email: string | null
  readonly overdue: readonly OverdueKind[]
  readonly steps: readonly {
    readonly step: string
    readonly at: string
    readonly by: string
    readonly event: number
  }[]
  /** Of a lead's or a quotation's samples alone. */
  readonly delivery: Readonly<Record<'recipient' | 'address' | 'pin_code' | 'phone', string>> | null
  readonly created_at: string
  readonly sort_key: string
}

/** "Copper bottle in Red" */
export const sampleName = ({ name, colour }: Pick<SampleRow, 'name' | 'colour'>) =>
  colour === null ? name : `${name} in ${colour}`

const sortable = ['created_at', 'name', 'company', 'state', 'owner'] as const

const sampleFilters = {
  state: (text: string) => (Object.hasOwn(sampleStates, text) ? (text as SampleState) : undefined), // just checked
  overdue: oneOf('yes', 'asked', 'sent', 'return', 'verdict'),
  /** The id of a person of the back office, or `none`. */
  owner: formed(/^(?:none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/),
}

/** The search, the filters and the order of the list; days are those in India. */
export type SampleSearch = Searched &
  SetFilters<typeof sampleFilters> & {
    readonly sorted: (typeof sortable)[number]
    readonly ascending: boolean
  }

/** The search that finds every sample, the newest first. */
export const everySample: SampleSearch = {
  search: '',
  from: '',
  to: '',
  sorted: 'created_at',
  ascending: false,
}

/** The search in the URL. */
export const sampleAddress: ListAddress<SampleSearch> = listAddress(sampleFilters, {
  read(text) {
    const [, name, direction] = /^(.+)-(up|down)$/.exec(text) ?? []
    const sorted = sortable.find((column) => column === name)
    return sorted === undefined
      ? { sorted: everySample.sorted, ascending: everySample.ascending }
      : { sorted, ascending: direction === 'up' }
  },
  write: ({ sorted, ascending }: Pick<SampleSearch, 'sorted' | 'ascending'>) =>
    sorted === 'created_at' && !ascending ? undefined : `${sorted}-${ascending ? 'up' : 'down'}`,
})

/** The address of the list with these filters. */
export function samplesPath(shows: Partial<SampleSearch>): string {
  return pathOf('/admin/samples', sampleAddress, { ...everySample, ...shows })
}

// Buyers ask and judge at any time.
const staleTime = 0

/** One page of samples. */
export function samplePageQuery(backend: Backend, search: SampleSearch, position: PagePosition) {
  return queryOptions({
    queryKey: ['samples', 'page', search, position] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly SampleRow[]> =>
      inOrder(await readSamples(backend, search, position, { signal }), position),
  })
}

/** The total number of samples. */
export function sampleCountQuery(backend: Backend, search: SampleSearch) {
  const { search: words } = search
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['samples', 'count', words, filters] as QueryKey,
    staleTime,
    queryFn: ({ signal }): Promise<number> =>
      send(backend, (rest) => rest.rpc('count_samples', { words, filters }).abortSignal(signal)),
  })
}

/** Reads samples in request order (see `inOrder`), at most `size`. */
export async function readSamples(
  backend: Backend,
  search: SampleSearch,
  position: PagePosition,
  { size, signal }: { readonly size?: number; readonly signal: AbortSignal },
): Promise<readonly SampleRow[]> {
  const { search: words, sorted, ascending } = search
  const page = pageArguments({ column: 'sort_key', ascending, idAscending: ascending }, position, size)
  const rows = await send(backend, (rest) =>
    rest.rpc('find_samples', { words, filters: filtersOf(search), sorted, ...page }).abortSignal(signal),
  )
  return rows as unknown as SampleRow[] // the function gives no others, and null where there is nothing
}

/** For what each overdue sample is overdue. */
export function overdueSamplesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['samples', 'overdue'] as QueryKey,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly SampleRow['overdue'][]> => {
      const overdue = { ...everySample, overdue: 'yes' } as const
      const rows = await readSamples(backend, overdue, { at: 'first' }, { size: 1000, signal })
      return rows.map((row) => row.overdue)
    },
  })
}

/** The samples of a lead or of a quotation with their addresses, the oldest first. */
export function samplesOfQuery(
  backend: Backend,
  of: { readonly lead: string } | { readonly quotation: string },
) {
  return queryOptions({
    queryKey: ['samples', 'of', of] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly SampleRow[]> => {
      const rows = await send(backend, (rest) =>
        rest.rpc('find_samples', { filters: of, ascending: true, size: 200 }).abortSignal(signal),
      )
      return rows as unknown as SampleRow[] // as above
    },
  })
}

/** A step of samples, as the database's `handle_samples` takes it. */
export interface SampleStep {
  readonly step: 'agreed' | 'refused' | 'sent' | 'delivered' | 'kept' | 'returned' | 'undone'
  readonly ids: readonly string[]
  readonly value?: Readonly<Record<string, string>>
  /** Of what is undone: the numbers of the steps that are seen. */
  readonly events?: readonly number[]
}

/** Does a step of those samples that it fits, and gives their number. */
export function handleSamples(backend: Backend) {
  return mutationOptions({
    mutationKey: ['samples', 'handle'],
    meta: { failed: 'Error saving the sample', invalidates: [['samples'], ['leads'], ['mails']] },
    mutationFn: ({ ids, step, value = {}, events = [] }: SampleStep): Promise<number> =>
      send(backend, (rest) =>
        rest.rpc('handle_samples', {
          ids: [...ids],
          step,
          value: { ...value, ...(step === 'undone' && { events: [...events] }) },
        }),
      ),
  })
}

function filtersOf({ search: _search, sorted: _sorted, ascending: _up, from, to, ...filters }: SampleSearch) {
  const days = { since: from && startInIndia(from), before: to && startInIndia(to, 1) }
  const set = Object.entries({ ...filters, ...days }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  return Object.fromEntries(set)
}
