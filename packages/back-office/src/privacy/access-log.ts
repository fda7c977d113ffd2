import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type Cursor, inOrder, type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { ListAddress } from '../list/use-list-search-params.ts'
import { countOf, type ReadOptions, type Rest } from './privacy-requests.ts'

/** An entry of the access log. */
export interface AccessEntry extends Cursor {
  readonly at: string
  readonly actor_id: string | null
  readonly actor_email: string
  readonly action: string
  readonly lead_id: string | null
  readonly leads: number
}

/** What was done with leads. */
export const accessActions: Readonly<Record<string, string>> = {
  opened: 'Opened',
  exported: 'Exported',
  copied: 'Copied',
  erased: 'Erased',
}

/** The filters of the access log. */
export interface AccessSearch {
  /** The id of a person of the back office. */
  readonly person: string
  /** The id of a lead, or a reference. */
  readonly lead: string
}

/** The filters in the URL. */
export const accessAddress: ListAddress<AccessSearch> = {
  read: (params) => ({
    person: z.guid().safeParse(params.get('person')).data ?? '',
    lead: params.get('lead')?.trim() ?? '',
  }),
  write: ({ person, lead }) => ({ person: person || undefined, lead: lead || undefined }),
}

const zeros = '00000000-0000-0000-0000-000000000000'

/** The ids of leads that begin like a reference or an id; null for any other text. */
function leadRange(text: string): readonly [from: string, to: string] | null {
  const start = text.toLowerCase().replace(/^gw-/, '')
  if (!/^[\da-f]{8}(?:-[\da-f-]{27})?$/.test(start)) return null
  return [start + zeros.slice(start.length), start + zeros.replaceAll('0', 'f').slice(start.length)]
}

function accessIn(rest: Rest, { person, lead }: AccessSearch) {
  let query = rest
    .from('access_log')
    .select('number, at, actor_id, actor_email, action, lead_id, leads', { count: 'exact' })
  if (person !== '') query = query.eq('actor_id', person)
  if (lead === '') return query
  const [from, to] = leadRange(lead) ?? [zeros, zeros]
  // An entry of more than a hundred leads has their ids, which a reference alone does not name.
  const whole = from === to ? `,lead_ids.cs.{${from}}` : ''
  return query.or(`and(lead_id.gte.${from},lead_id.lte.${to})${whole}`)
}

/** Reads entries of the access log in request order (see `inOrder`), at most `size`. */
export async function readAccess(
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
export function accessPageQuery(backend: Backend, search: AccessSearch, position: PagePosition) {
  return queryOptions({
    queryKey: ['access_log', 'page', search, position] as QueryKey,
    // Leads are read at any time.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly AccessEntry[]> =>
      inOrder(await readAccess(backend, search, position, { signal }), position),
  })
}

/** The number of entries. */
export function accessCountQuery(backend: Backend, search: AccessSearch) {
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
