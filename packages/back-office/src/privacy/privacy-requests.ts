import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import {
  inOrder,
  type KeysetOrder,
  onPage,
  type PagePosition,
  pageSize,
} from '@giftwell/shared/kernel/keyset.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import type { ListAddress } from '../list/list-views.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'

/** The kinds of a person's request. */
export const requestKinds = {
  copy: 'Copy of the data',
  erasure: 'Erasure',
  correction: 'Correction',
  grievance: 'Grievance',
  nomination: 'Nomination',
} as const

/** What became of a request. */
export const requestStates = { open: 'Open', done: 'Done', refused: 'Refused' } as const

/** A person's request about their data. */
export type PrivacyRequest = Row<'privacy_requests'>

/** The filters of the list of requests. */
export interface RequestSearch {
  readonly search: string
  readonly state: keyof typeof requestStates | 'overdue' | 'all'
}

const listedStates = ['open', 'overdue', 'done', 'refused', 'all'] as const

/** The filters in the URL; the open ones unless it says otherwise. */
export const requestAddress: ListAddress<RequestSearch> = {
  read: (params) => ({
    search: params.get('search')?.trim() ?? '',
    state: listedStates.find((state) => state === params.get('state')) ?? 'open',
  }),
  write: ({ search, state }) => ({
    search: search || undefined,
    state: state === 'open' ? undefined : state,
  }),
}

const requestsKey: QueryKey = ['privacy_requests']
// People ask at any time.
const staleTime = 0

/** What waits is listed by its due date, which is that of its arrival; the rest from the newest on. */
export function orderOf({ state }: RequestSearch): KeysetOrder {
  const ascending = state === 'open' || state === 'overdue'
  return { column: 'created_at', ascending, idAscending: ascending }
}

/** Limits of a read. */
export interface ReadOptions {
  readonly size?: number
  readonly signal: AbortSignal
}

/** The client of tables and functions. */
export type Rest = Awaited<ReturnType<Backend['loadRest']>>

function requestsIn(rest: Rest, { search, state }: RequestSearch) {
  let query = rest.from('privacy_requests').select('*', { count: 'exact' })
  if (state !== 'all') query = query.eq('state', state === 'overdue' ? 'open' : state)
  if (state === 'overdue') query = query.lt('due_on', todayInIndia())
  return search === '' ? query : query.ilike('email', `%${search.replaceAll(/[%_\\]/g, '\\$&')}%`)
}

/** Reads requests in request order (see `inOrder`), at most `size`. */
export async function readRequests(
  backend: Backend,
  search: RequestSearch,
  position: PagePosition,
  { size, signal }: ReadOptions,
): Promise<readonly PrivacyRequest[]> {
  return readRows(backend, (rest) =>
    onPage(requestsIn(rest, search), orderOf(search), position)
      .limit(size ?? position.size ?? pageSize)
      .abortSignal(signal),
  )
}

/** One page of requests. */
export function requestPageQuery(backend: Backend, search: RequestSearch, position: PagePosition) {
  return queryOptions({
    queryKey: [...requestsKey, 'page', search, position] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly PrivacyRequest[]> =>
      inOrder(await readRequests(backend, search, position, { signal }), position),
  })
}

/** The number of requests. */
export function requestCountQuery(backend: Backend, search: RequestSearch) {
  return queryOptions({
    queryKey: [...requestsKey, 'count', search] as QueryKey,
    staleTime,
    queryFn: async ({ signal }) =>
      countOf(
        requestsIn(await backend.loadRest(), search)
          .limit(1)
          .abortSignal(signal),
      ),
  })
}

/** The exact count that an answer has beside its rows. */
export async function countOf(
  query: PromiseLike<{ readonly count: number | null; readonly error: { message: string } | null }>,
): Promise<number> {
  const { count, error } = await query
  if (error) throw toAppError(error)
  return count ?? 0
}

/** How many requests are open, and overdue; null for anyone but administrators. */
export function privacyPulseQuery(backend: Backend) {
  return queryOptions({
    queryKey: [...requestsKey, 'pulse'],
    staleTime: 30_000,
    queryFn: async ({ signal }) =>
      z
        .object({ open: z.number(), overdue: z.number() })
        .nullable()
        .parse(await send(backend, (rest) => rest.rpc('privacy_pulse').abortSignal(signal))),
  })
}

/** Whole days from today to a day; negative when it is over. */
export function daysUntil(day: string, now = new Date()): number {
  return (Date.parse(day) - Date.parse(todayInIndia(now))) / 86_400_000
}

/** The 90-day clock of an open request in words. */
export function dueText(day: string, now?: Date): string {
  const days = daysUntil(day, now)
  if (days === 0) return 'due today'
  const many = counted(Math.abs(days), 'day')
  return days < 0 ? `overdue by ${many}` : `due in ${many}`
}

/** Records a request that came by telephone or letter. */
export function openingRequest(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [requestsKey], done: 'Request recorded', failed: 'Error recording the request' },
    mutationFn: (request: { readonly kind: string; readonly email: string; readonly text: string }) =>
      send(backend, (rest) => rest.rpc('open_privacy_request', request)),
  })
}

/** Closes a request with an answer. */
export function closingRequest(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [requestsKey], done: 'Request closed' },
    mutationFn: (closed: { readonly id: string; readonly state: string; readonly answer: string }) =>
      send(backend, (rest) => rest.rpc('close_privacy_request', closed)),
  })
}

/** All that is stored of an address. */
export function personDataQuery(backend: Backend, email: string) {
  return queryOptions({
    queryKey: ['person_data', email],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, unknown>>> =>
      z
        .record(z.string(), z.unknown())
        .parse(await send(backend, (rest) => rest.rpc('person_data', { email }).abortSignal(signal))),
  })
}

const counts = z.record(z.string(), z.number())

/** How many rows of each kind are erased, or kept. */
export type ErasedCounts = z.infer<typeof counts>

/** Erases a person, or with `dry_run` only counts what that would erase. */
export function erasingPerson(backend: Backend) {
  return mutationOptions({
    meta: {
      invalidates: [requestsKey, ['leads'], ['dashboard'], ['quotations'], ['access_log'], ['people']],
    },
    mutationFn: async (person: { readonly email: string; readonly dry_run: boolean }) =>
      counts.parse(await send(backend, (rest) => rest.rpc('erase_person', person))),
  })
}

const retention = z.array(
  z.object({
    kind: z.string(),
    days: z.number().nullable(),
    warns: z.boolean(),
    /** Null of what only the server counts. */
    due_now: z.number().nullable(),
    next_on: z.string().nullable(),
    last_run_at: z.string().nullable(),
  }),
)

/** The retention of a kind of data, and the records due. */
export type Retention = z.infer<typeof retention>[number]

const retentionKey: QueryKey = ['retention']

/** The kinds of data with how long they are kept. */
export function retentionQuery(backend: Backend) {
  return queryOptions({
    queryKey: retentionKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly Retention[]> =>
      retention.parse(await send(backend, (rest) => rest.rpc('retention_due').abortSignal(signal))),
  })
}

/** How many rows a retention of so many days would make due now. */
export function wouldBeDueQuery(backend: Backend, kind: string, days: number) {
  return queryOptions({
    queryKey: [...retentionKey, kind, days],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<number> => {
      const data = await send(backend, (rest) =>
        rest.rpc('retention_due', { of_kind: kind, of_days: days }).abortSignal(signal),
      )
      return retention.parse(data)[0]?.due_now ?? 0
    },
  })
}

/** Saves the retention of a kind of data; null for ever. */
export function savingRetention(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [retentionKey], done: 'Retention saved', failed: 'Error saving the retention' },
    mutationFn: async (saved: {
      readonly kind: string
      readonly days: number | null
      readonly warns: boolean
    }) => {
      const days = saved.days as number // the generated type knows no null
      await send(backend, (rest) => rest.rpc('save_retention', { ...saved, days }))
    },
  })
}

const affected = z.array(
  z.object({
    email: z.string(),
    name: z.string().nullable(),
    tables: z.array(z.string()),
    rows: z.number(),
  }),
)

/** A person whose data was in the tables of a breach. */
export type AffectedPerson = Omit<z.infer<typeof affected>[number], 'name'> & {
  readonly id: string
  readonly name: string
}

/** A breach's scope: a time window and tables. */
export interface BreachWindow {
  readonly since: string
  readonly until: string
  readonly tables: readonly string[]
}

/** Who is affected by a breach. */
export function affectedPeopleQuery(backend: Backend, { since, until, tables }: BreachWindow) {
  return queryOptions({
    queryKey: ['affected_people', since, until, tables],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly AffectedPerson[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('affected_people', { since, until, tables: [...tables] }).abortSignal(signal),
      )
      return affected.parse(data).map((person) => ({ ...person, id: person.email, name: person.name ?? '' }))
    },
  })
}

/** A version of the notice under a form. */
export type NoticeVersion = Row<'privacy_notices'>

const noticesKey: QueryKey = ['privacy_notices']

/** Every version of the notices, the newest first. */
export function noticesQuery(backend: Backend) {
  return queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }): Promise<readonly NoticeVersion[]> =>
      readRows(backend, (rest) =>
        rest.from('privacy_notices').select('*').order('version', { ascending: false }).abortSignal(signal),
      ),
  })
}

/** Saves a text as the next version of a form's notice. */
export function savingNotice(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [noticesKey], done: 'Notice saved', failed: 'Error saving the notice' },
    mutationFn: (notice: { readonly form: string; readonly language: string; readonly text: string }) =>
      send(backend, (rest) => rest.rpc('save_privacy_notice', notice)),
  })
}
