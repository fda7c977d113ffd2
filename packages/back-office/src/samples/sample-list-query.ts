import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { foundList, type FoundListing } from '../list/found-list.ts'
import { oneOf, uuidOrNone } from '../list/list-address.ts'

/** The states of a sample with the staff's labels. */
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

/** The kinds of overdue samples, as on the dashboard and in the digest (the database's `waiting_lists`). */
export const overdueKinds = {
  asked: 'Samples without an answer',
  sent: 'Samples not delivered',
  return: 'Samples not returned',
  verdict: 'Samples without feedback',
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
  owner: uuidOrNone,
}

type Sorted = (typeof sortable)[number]

export type SampleSearch = FoundListing<typeof sampleFilters, Sorted>

export const sampleList = foundList<SampleRow, typeof sampleFilters, Sorted>({
  label: { one: 'sample', many: 'Samples' },
  name: 'samples',
  filters: sampleFilters,
  sortable,
  // The function gives no other states, and null where there is nothing.
  find: (page, signal) => (rest) =>
    rest.rpc('find_samples', page).abortSignal(signal).overrideTypes<SampleRow[], { merge: false }>(),
  count: (wanted, signal) => (rest) => rest.rpc('count_samples', wanted).abortSignal(signal),
})

/** The kind of each overdue sample. */
export function overdueSamplesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['samples', 'overdue'] as QueryKey,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly SampleRow['overdue'][]> => {
      const overdue = { ...sampleList.every, overdue: 'yes' } as const
      const rows = await sampleList.read(backend, overdue, { at: 'first' }, { size: 1000, signal })
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
    // Buyers ask and judge at any time.
    staleTime: 0,
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
  /** For an undo, the numbers of the visible steps. */
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
