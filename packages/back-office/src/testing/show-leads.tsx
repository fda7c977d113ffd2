import { Route, Routes } from 'react-router-dom'

import type { Lead } from '../leads/lead-list.ts'
import { type ApiResponder, type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { LeadsScreen } from '../leads/leads-screen.tsx'

/** A lead whose number says how new it is. */
export function leadOf(number: number, fields: Partial<Lead> = {}): Lead {
  const digits = String(number).padStart(2, '0')
  return {
    id: `00000000-0000-0000-0000-0000000000${digits}`,
    name: `Person ${number}`,
    company: `Company ${number}`,
    email: `person${number}@example.com`,
    phone: `+91 98765 432${digits}`,
    message: `Message ${number}`,
    selected_products: null,
    created_at: `2026-11-21T08:00:${digits}.123456+00:00`,
    ...fields,
  }
}

/** A whole page of leads, newest first. */
export const aPage: readonly Lead[] = Array.from({ length: 25 }, (_none, index) => leadOf(50 - index))

/** What kind of request the leads screen has made. */
export type LeadRequest = 'newest time' | 'new count' | 'count' | 'page' | 'part' | 'one' | 'related'

/** The kind of a request to the leads; undefined for any other. */
export function kindOf({ path, query, body }: ApiRequest): LeadRequest | undefined {
  if (path === '/rest/v1/rpc/count_leads') return 'after' in Object(body) ? 'new count' : 'count'
  if (!/\/rest\/v1\/(leads|rpc\/find_leads)$/.test(path)) return undefined
  if (query.get('select') === 'created_at') return 'newest time'
  if (query.has('id')) return 'one'
  const { filters } = Object(body)
  if ('merged_into' in Object(filters) || 'phone' in Object(filters)) return 'related'
  return query.get('limit') === '1000' ? 'part' : 'page'
}

interface FakeLeads {
  readonly leads?: readonly Lead[]
  readonly total?: number
  readonly path?: string | { readonly pathname: string; readonly state: object }
  /** Overrides the response with these leads, if it returns one. */
  readonly answer?: (request: ApiRequest, kind: LeadRequest | undefined) => unknown
}

/** Shows the leads screen on a backend that has these leads. */
export function showLeads({
  leads = [],
  total = leads.length,
  path = '/admin/leads',
  answer,
}: FakeLeads = {}) {
  const answers: Record<LeadRequest, () => unknown> = {
    'newest time': () => leads.slice(0, 1).map(({ created_at }) => ({ created_at })),
    'new count': () => 0,
    count: () => total,
    page: () => leads,
    part: () => leads,
    one: () => [],
    related: () => [],
  }
  const always: ApiResponder = async (request) => {
    if (/\/rpc\/(find_samples|lead_artworks)$/.test(request.path))
      return (await answer?.(request, undefined)) ?? []
    const kind = kindOf(request)
    return (await answer?.(request, kind)) ?? (kind && answers[kind]())
  }
  const { requests } = fakeApi(always)
  const of = (kind: LeadRequest) => requests.filter((request) => kindOf(request) === kind)
  const screens = (
    <Routes>
      <Route path="/admin/leads/:lead?" element={<LeadsScreen />} />
    </Routes>
  )
  return { requests, of, ...renderAdmin(screens, { path }) }
}
