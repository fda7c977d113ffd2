import { beforeEach, expect, test, vi } from 'vitest'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { createConnectivity } from '@giftwell/shared/kernel/connectivity.ts'
import { subscribeToLeads } from './lead-realtime.ts'

/** A fake realtime service and its subscriptions. */
function fakeBackend() {
  const joined = new Map<object, { filter: unknown; listener: () => void }[]>()
  const supabase = {
    channel(name: string) {
      const subscriptions: { filter: unknown; listener: () => void }[] = []
      const channel = {
        name,
        on(type: string, filter: object, listener: () => void) {
          subscriptions.push({ filter: { type, ...filter }, listener })
          return channel
        },
        subscribe(report: (status: string) => void) {
          joined.set(channel, subscriptions)
          report('SUBSCRIBED')
          return channel
        },
      }
      return channel
    },
    removeChannel: (channel: object) => Promise.resolve(joined.delete(channel)),
  }
  const loadSupabase = vi.fn(() => Promise.resolve(supabase))
  const config = { supabaseUrl: 'https://project.supabase.test', supabaseKey: 'publishable' }
  const backend: Backend = {
    config,
    connectivity: createConnectivity(config),
    loadRest: () => Promise.reject(new Error('not needed')),
    // Only the used part of the client.
    loadSupabase: loadSupabase as unknown as Backend['loadSupabase'],
  }
  return { backend, loadSupabase, listeners: () => [...joined.values()].flat() }
}

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

function subscribe(backend: Backend) {
  const [onChange, onSubscribedChange] = [vi.fn(), vi.fn()]
  return { onChange, onSubscribedChange, stop: subscribeToLeads(backend, { onChange, onSubscribedChange }) }
}

test('a realtime service reports new leads and events until unsubscribed', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Success' }))
  const { backend, listeners } = fakeBackend()
  const { onChange, onSubscribedChange, stop } = subscribe(backend)
  await vi.waitFor(() => expect(onSubscribedChange).toHaveBeenLastCalledWith(true))
  const inserts = { type: 'postgres_changes', event: 'INSERT', schema: 'public' }
  expect(listeners().map(({ filter }) => filter)).toEqual([
    { ...inserts, table: 'leads' },
    { ...inserts, table: 'lead_events' },
  ])
  expect(fetched.mock.calls[0]).toEqual([
    'https://project.supabase.test/realtime/v1/api/ping',
    { headers: { apikey: 'publishable' }, signal: expect.any(AbortSignal) as AbortSignal },
  ])

  for (const { listener } of listeners()) listener()
  expect(onChange).toHaveBeenCalledTimes(2)
  stop()
  expect(listeners()).toEqual([])
  expect(onSubscribedChange).toHaveBeenLastCalledWith(false)
})

test('a probe without an answer is cancelled after ten seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  let isCancelled = false
  const never = new AbortController()
  limits.mockReturnValue(never.signal)
  fetched.mockImplementation(
    (_input, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => {
          isCancelled = true
          reject(new Error('Cancelled'))
        }),
      ),
  )
  const { backend, loadSupabase } = fakeBackend()
  subscribe(backend)
  expect(limits).toHaveBeenCalledWith(10_000)
  never.abort()
  await vi.waitFor(() => expect(isCancelled).toBe(true))
  expect(loadSupabase).not.toHaveBeenCalled()
})

test.each([
  ['has no realtime service', () => Promise.resolve(new Response(null, { status: 404 }))],
  [
    'responds with its website',
    () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  ],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('opens no socket when the backend %s', async (_what, answer) => {
  fetched.mockImplementation(answer)
  const { backend, loadSupabase } = fakeBackend()
  const { stop } = subscribe(backend)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise((resolve) => setImmediate(resolve))
  expect(loadSupabase).not.toHaveBeenCalled()
  stop()
})

test('opens no socket when unsubscribed before the probe responds', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Success' }))
  const { backend, loadSupabase, listeners } = fakeBackend()
  subscribe(backend).stop()
  await new Promise((resolve) => setImmediate(resolve))
  expect(loadSupabase).not.toHaveBeenCalled()
  expect(listeners()).toEqual([])
})
