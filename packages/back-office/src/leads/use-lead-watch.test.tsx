import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import type { Role } from '@giftwell/shared/auth/auth-machine.ts'
import { useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Lead } from './lead-list.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { apiError, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { kindOf, leadOf } from '../testing/show-leads.tsx'
import { storeOffline } from '../testing/store-offline.ts'
import { newLeadReader, useLeadWatch } from './use-lead-watch.ts'
import { changeOrder } from '../orders/order-requests.ts'
import { changeQuotation } from '../quotations/quotation-requests.ts'
import { AdminLayout } from '../shell/admin-layout.tsx'

const key = `leads:${administrator.user.id}`

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})

function Address() {
  return <h1>At {useLocation().pathname}</h1>
}

/** The back office of an app that looks out for leads. */
function BackOffice() {
  useLeadWatch()
  return <AdminLayout />
}

/** Accounts that never finish starting, as offline. */
function WhenOffline() {
  const isOnline = useIsOnline()
  const [wasOffline, setWasOffline] = useState(false)
  if (!isOnline && !wasOffline) setWasOffline(true)
  return wasOffline && <Outlet />
}

interface Server {
  leads: readonly Lead[]
  unanswered: number
  isThere: boolean
  /** How it answers reads of samples and orders, if not by none. */
  refusal?: (() => Response) | undefined
}

/** The back office on a backend that has these leads, newest first, and may be out of reach. */
function open(
  path: string,
  { isThere = true, ...options }: Parameters<typeof renderAdmin>[1] & { isThere?: boolean } = {},
) {
  const server: Server = { leads: [leadOf(1)], unanswered: 0, isThere }
  const { requests } = fakeApi((request) => {
    if (!server.isThere) return Promise.reject(new TypeError('Failed to fetch'))
    if (request.path.endsWith('/lead_pulse'))
      return [{ unanswered: server.unanswered, new_leads: server.leads.length, latest_event: 1 }]
    if (/\/(find_samples|orders)$/.test(request.path) && server.refusal) return server.refusal()
    if (/\/(lead_events|quotations|seller_profile|find_samples|orders)$/.test(request.path)) return []
    if (request.path.endsWith('/site_details')) return {}
    if (request.path.endsWith('/withdraw_quotation')) return Response.json(null)
    const since = String(Object(request.body).after ?? '')
    return kindOf(request) && server.leads.filter(({ created_at: at }) => at > since)
  })
  const routes = (
    <Routes>
      <Route element={isThere ? <Outlet /> : <WhenOffline />}>
        <Route element={<BackOffice />}>
          <Route path="*" element={<Address />} />
        </Route>
      </Route>
    </Routes>
  )
  const shown = renderAdmin(routes, { path, ...options })
  const cachedNames = async () => {
    const text = await shown.platform.offlineStorage.getItem(key)
    // What the product has written.
    return text === null ? null : (JSON.parse(text) as { rows: readonly Lead[] }).rows.map(({ name }) => name)
  }
  const aMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000))
  return { server, requests, cachedNames, aMinute, ...shown }
}

test('the newest leads are cached at the start and when new ones arrive, and each new lead is announced once', async () => {
  const { server, cachedNames, aMinute, platform } = open('/admin/themes')
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 1']), 10_000)
  expect(platform.announced).toEqual([])
  server.leads = [leadOf(3), leadOf(2), leadOf(1)]
  // The cache is updated at most once a minute.
  await aMinute()
  await aMinute()
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 3', 'Person 2', 'Person 1']))
  expect(platform.announced).toEqual(
    [leadOf(3), leadOf(2)].map(({ id, name, company }) => ({ id, name, company })),
  )
})

test('quotations are cached at the start, and at the next poll after this app has changed one', async () => {
  const { aMinute, platform, requests, queryClient, backend } = open('/admin/themes')
  const fetched = () => requests.filter(({ path }) => path === '/rest/v1/quotations').length
  const cached = () => platform.offlineStorage.getItem(`quotations:${administrator.user.id}`)
  await vi.waitFor(async () => expect(await cached()).toContain('"rows":[]'))
  await aMinute()
  expect(fetched()).toBe(1)
  const change = queryClient.getMutationCache().build(queryClient, changeQuotation(backend))
  await change.execute((rest) => rest.rpc('withdraw_quotation', { quotation: 'q', reason: '' }))
  await aMinute()
  await vi.waitFor(() => expect(fetched()).toBe(2))
  await aMinute()
  expect(fetched()).toBe(2)
})

test('orders are cached at the start, and at the next poll after this app has changed one', async () => {
  const { aMinute, requests, queryClient, backend } = open('/admin/themes')
  const fetched = () => requests.filter(({ path }) => path === '/rest/v1/orders').length
  await vi.waitFor(() => expect(fetched()).toBe(1))
  const change = queryClient.getMutationCache().build(queryClient, changeOrder(backend))
  await change.execute((rest) => rest.rpc('deliver_dispatches', { dispatches: [] }))
  await aMinute()
  await vi.waitFor(() => expect(fetched()).toBe(2))
  await aMinute()
  expect(fetched()).toBe(2)
})

test('an older server has no samples and orders, which are not asked for again before the next update', async () => {
  const { server, requests, aMinute, cachedNames } = open('/admin/themes')
  server.refusal = () => apiError('PGRST202', 'Could not find the function', 404)
  const fetched = (end: string) => requests.filter(({ path }) => path.endsWith(end)).length
  await vi.waitFor(() => expect(fetched('/orders')).toBe(1))
  expect(await cachedNames()).toEqual(['Person 1'])
  await aMinute()
  await aMinute()
  expect([fetched('/quotations'), fetched('/find_samples'), fetched('/orders')]).toEqual([1, 1, 1])
})

test('samples and orders that cannot be read are read again at the next poll', async () => {
  const { server, requests, aMinute, platform } = open('/admin/themes')
  server.refusal = () => apiError('PGRST201', 'Could not embed because of ambiguity', 300)
  const fetched = () => requests.filter(({ path }) => path.endsWith('/find_samples')).length
  await vi.waitFor(() => expect(fetched()).toBe(1))
  expect(console.error).toHaveBeenCalledWith('The offline copy was not updated', expect.anything())
  server.refusal = undefined
  await aMinute()
  await vi.waitFor(async () =>
    expect(await platform.offlineStorage.getItem(`orders:${administrator.user.id}`)).toContain('"rows":[]'),
  )
})

test('leads are announced unless the leads screen is visible', async () => {
  const { server, cachedNames, aMinute, platform } = open('/admin/leads')
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 1']))
  server.leads = [leadOf(2), ...server.leads]
  await aMinute()
  await vi.waitFor(async () => expect(await cachedNames()).toHaveLength(2))
  expect(platform.announced).toEqual([])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.leads = [leadOf(3), ...server.leads]
  await aMinute()
  await vi.waitFor(() => expect(platform.announced.map(({ name }) => name)).toEqual(['Person 3']))
})

test.each([
  ['since the newest cached one', [leadOf(1)], ['Person 2']],
  ['since there was none', [], ['Person 2', 'Person 1']],
])('what has come while the app was closed is news: %s', async (_what, leads, expected) => {
  const role = Promise.withResolvers<Role>()
  const { server, platform } = open('/admin/themes', { accounts: { readRole: () => role.promise } })
  server.leads = [leadOf(2), leadOf(1)]
  await storeOffline(platform.offlineStorage, 'leads', { rows: leads })
  act(() => role.resolve('administrator'))
  await vi.waitFor(() => expect(platform.announced.map(({ name }) => name)).toEqual(expected))
})

test('signing out clears the announced leads', async () => {
  let announce: Parameters<AccountService['start']>[0] = () => undefined
  const start: AccountService['start'] = (listener) => {
    announce = listener
    return Promise.resolve({ error: null })
  }
  const { server, cachedNames, aMinute, platform } = open('/admin/themes', { accounts: { start } })
  act(() => announce('INITIAL_SESSION', administrator))
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 1']))
  server.leads = [leadOf(2), leadOf(1)]
  await aMinute()
  await vi.waitFor(() => expect(platform.announced).toHaveLength(1))
  expect(platform.timesSeen).toBe(0)
  act(() => announce('SIGNED_OUT', null))
  expect(platform.timesSeen).toBe(1)
})

test('the badge counts unanswered leads on every page: a new one at once, none after sign-out', async () => {
  let announce: Parameters<AccountService['start']>[0] = () => undefined
  const start: AccountService['start'] = (listener) => {
    announce = listener
    return Promise.resolve({ error: null })
  }
  const { server, cachedNames, aMinute, platform } = open('/admin/themes', { accounts: { start } })
  server.unanswered = 4
  act(() => announce('INITIAL_SESSION', administrator))
  await vi.waitFor(() => expect(platform.badges.at(-1)).toBe(4))
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 1']))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.leads = [leadOf(2), leadOf(1)]
  server.unanswered = 5
  await aMinute()
  await vi.waitFor(() => expect(platform.badges.at(-1)).toBe(5))
  server.unanswered = 3
  await aMinute()
  await vi.waitFor(() => expect(platform.badges.at(-1)).toBe(3))
  act(() => announce('SIGNED_OUT', null))
  expect(platform.badges.at(-1)).toBe(0)
})

test('nothing is cached for users who are not administrators', async () => {
  const { requests, aMinute, platform } = open('/admin/themes', {
    accounts: { readRole: () => Promise.resolve('customer' as const) },
  })
  await screen.findByText('admin@example.com')
  await aMinute()
  expect(requests).toEqual([])
  expect(await platform.offlineStorage.keys()).toEqual([])
})

async function startOffline(path: string) {
  const opened = open(path, { isThere: false })
  await storeOffline(opened.platform.offlineStorage, 'leads', { rows: [leadOf(1)] })
  const probe = () => act(() => opened.backend.connectivity.probe())
  await probe()
  return opened
}

test('an offline start opens the leads, and leads newer than the cached ones are announced once online', async () => {
  const { server, backend, platform, cachedNames } = await startOffline('/admin')
  expect(await screen.findByRole('heading', { name: 'At /admin/leads' })).toBeVisible()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.leads = [leadOf(2), leadOf(1)]
  server.isThere = true
  await act(() => backend.connectivity.probe())
  await vi.waitFor(async () => expect(await cachedNames()).toEqual(['Person 2', 'Person 1']))
  expect(platform.announced.map(({ name }) => name)).toEqual(['Person 2'])
})

test('an offline start on another screen stays there', async () => {
  await startOffline('/admin/themes')
  expect(await screen.findByRole('heading', { name: 'At /admin/themes' })).toBeVisible()
})

/** A reader of new leads on a server that has these, newest first; each poll gives the numbers of the new ones. */
function openReader({ numbers = [2, 1], since = undefined as string | undefined } = {}) {
  const server = { numbers, isThere: true }
  const { requests } = fakeApi(({ query, body }) => {
    if (!server.isThere) return Promise.reject(new TypeError('Failed to fetch'))
    const after = String(Object(body).after ?? '').replace('-infinity', '')
    const found = server.numbers.map((number) => leadOf(number)).filter((lead) => lead.created_at > after)
    return found.slice(0, Number(query.get('limit')))
  })
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  const ending = new AbortController()
  const read = newLeadReader(backend, since, ending.signal)
  const poll = async () => (await read()).map(({ name }) => name)
  return { server, requests, ending, poll }
}

test('leads at the first read are not new, and each later lead is new once', async () => {
  const { server, requests, poll } = openReader()
  expect(await poll()).toEqual([])
  expect(await poll()).toEqual([])
  server.numbers = [4, 3, 2, 1]
  expect(await poll()).toEqual(['Person 4', 'Person 3'])
  expect(await poll()).toEqual([])
  expect(requests[0]?.query.get('limit')).toBe('1')
  expect(requests.at(-1)?.query.get('limit')).toBe('100')
})

test('the first lead of an empty list is new', async () => {
  const { server, poll } = openReader({ numbers: [] })
  expect(await poll()).toEqual([])
  server.numbers = [1]
  expect(await poll()).toEqual(['Person 1'])
})

test('leads after the known one are new at the first read', async () => {
  expect(await openReader({ since: leadOf(1).created_at }).poll()).toEqual(['Person 2'])
})

test('leads that arrived while the backend was unreachable are new afterwards', async () => {
  const { server, poll } = openReader()
  await poll()
  server.isThere = false
  await expect(poll()).rejects.toMatchObject({ kind: 'offline' })
  Object.assign(server, { numbers: [3, 2, 1], isThere: true })
  expect(await poll()).toEqual(['Person 3'])
})

test('after its end nothing is read', async () => {
  const { poll, ending } = openReader({ since: leadOf(1).created_at })
  const reading = poll().catch(() => 'not read')
  ending.abort(new Error('Ended'))
  expect(await reading).toBe('not read')
})
