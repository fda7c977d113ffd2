import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Backend } from './backend.ts'
import { createConnectivity } from './connectivity.ts'
import { watchLeads } from './live-leads.ts'

/** A service that announces changes, and who listens to it. */
function fakeBackend() {
  const listeners = new Map<object, { filter: unknown; listener: () => void }>()
  const supabase = {
    channel(name: string) {
      const channel = { name, filter: {}, listener: () => {} }
      return Object.assign(channel, {
        on(type: string, filter: object, listener: () => void) {
          return Object.assign(channel, { filter: { type, ...filter }, listener })
        },
        subscribe() {
          listeners.set(channel, channel)
          return channel
        },
      })
    },
    removeChannel: (channel: object) => Promise.resolve(listeners.delete(channel)),
  }
  const loadSupabase = vi.fn(() => Promise.resolve(supabase))
  const config = { supabaseUrl: 'https://project.supabase.test', supabaseKey: 'publishable' }
  const backend: Backend = {
    config,
    connectivity: createConnectivity(config),
    rest: new PostgrestClient('https://project.supabase.test/rest/v1'),
    // The part of the client that is used.
    loadSupabase: loadSupabase as unknown as Backend['loadSupabase'],
  }
  return { backend, loadSupabase, listeners: () => [...listeners.values()] }
}

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a new lead is told where the backend announces changes, until it is no longer wanted', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Success' }))
  const { backend, listeners } = fakeBackend()
  const onLead = vi.fn()
  const stop = watchLeads(backend, onLead)
  await vi.waitFor(() => expect(listeners()).toHaveLength(1))
  expect(listeners()[0]?.filter).toEqual({
    type: 'postgres_changes',
    event: 'INSERT',
    schema: 'public',
    table: 'leads',
  })
  expect(fetched.mock.calls[0]).toEqual([
    'https://project.supabase.test/realtime/v1/api/ping',
    { headers: { apikey: 'publishable' } },
  ])

  listeners()[0]?.listener()
  expect(onLead).toHaveBeenCalledTimes(1)
  stop()
  expect(listeners()).toEqual([])
})

test.each([
  ['has no such service', () => Promise.resolve(new Response(null, { status: 404 }))],
  [
    'answers with its website',
    () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  ],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('nothing is opened where the backend %s', async (_what, answer) => {
  fetched.mockImplementation(answer)
  const { backend, loadSupabase } = fakeBackend()
  const stop = watchLeads(backend, vi.fn())
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise((resolve) => setImmediate(resolve))
  expect(loadSupabase).not.toHaveBeenCalled()
  stop()
})

test('nothing is opened for a screen that was left before the answer', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Success' }))
  const { backend, loadSupabase, listeners } = fakeBackend()
  watchLeads(backend, vi.fn())()
  await new Promise((resolve) => setImmediate(resolve))
  expect(loadSupabase).not.toHaveBeenCalled()
  expect(listeners()).toEqual([])
})
