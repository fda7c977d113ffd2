import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { type Backend, createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createConnectivity } from '@giftwell/shared/kernel/connectivity.ts'
import { pollNewLeads, subscribeToLeads } from './lead-watch.ts'

const leadAt = (second: number) => ({ id: `lead ${second}`, created_at: `2026-11-21T08:00:0${second}+00:00` })

/** The server's leads, newest first, and the requests. */
let leads: ReturnType<typeof leadAt>[]
let isDown: boolean
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  leads = [leadAt(2), leadAt(1)]
  isDown = false
  asked.length = 0
  vi.stubGlobal('fetch', (input: string, { body = '{}' }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(input)
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'))
    if (pathname !== '/rest/v1/rpc/find_leads') return Promise.resolve(new Response(null, { status: 404 }))
    // The arguments of `find_leads`.
    const { after: since } = JSON.parse(body) as { after?: string }
    asked.push(`${since ?? 'any'}, ${searchParams.get('limit')}`)
    const found = leads.filter(
      ({ created_at: at }) => since === undefined || since === '-infinity' || at > since,
    )
    return Promise.resolve(Response.json(found.slice(0, Number(searchParams.get('limit')))))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp(since?: string) {
  const polls: string[][] = []
  let becameOnline = () => {}
  const backend: Backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  const { connectivity } = backend
  const watched = {
    ...backend,
    connectivity: {
      ...connectivity,
      subscribe(listener: () => void) {
        becameOnline = listener
        return () => void (becameOnline = () => {})
      },
    },
  }
  const stop = pollNewLeads(watched, {
    since,
    onPoll: (newLeads) => polls.push(newLeads.map(({ id }) => id)),
  })
  const settled = async () => {
    await backend.loadRest()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    polls,
    stop,
    settled,
    async poll() {
      vi.advanceTimersByTime(60_000)
      await settled()
    },
    async comeBack() {
      await connectivity.probe()
      becameOnline()
      await settled()
    },
  }
}

test('leads at the first poll are not new, and each later lead is new once', async () => {
  const { polls, poll, settled } = setUp()
  await settled()
  await poll()
  leads = [leadAt(4), leadAt(3), ...leads]
  await poll()
  await poll()
  expect(polls).toEqual([[], [], ['lead 4', 'lead 3'], []])
  expect(asked[0]).toBe('any, 1')
  expect(asked.at(-1)).toBe(`${leadAt(4).created_at}, 100`)
})

test('the first lead of an empty list is new', async () => {
  leads = []
  const { polls, poll, settled } = setUp()
  await settled()
  leads = [leadAt(1)]
  await poll()
  expect(polls).toEqual([[], ['lead 1']])
})

test('leads after the known one are new at the first poll', async () => {
  const { polls, settled } = setUp(leadAt(1).created_at)
  await settled()
  expect(polls).toEqual([['lead 2']])
})

test('leads that arrived while the backend was unreachable are new afterwards', async () => {
  const { polls, poll, settled, comeBack } = setUp()
  await settled()
  isDown = true
  await poll()
  leads = [leadAt(3), ...leads]
  isDown = false
  await comeBack()
  expect(polls).toEqual([[], ['lead 3']])
})

test('stopping ends polls and callbacks', async () => {
  const { polls, stop, poll, comeBack, settled } = setUp()
  stop()
  await settled()
  await poll()
  await comeBack()
  expect(polls).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(1)
})

/** A fake realtime service and its subscriptions. */
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
    loadRest: () => Promise.reject(new Error('not needed')),
    // Only the used part of the client.
    loadSupabase: loadSupabase as unknown as Backend['loadSupabase'],
  }
  return { backend, loadSupabase, listeners: () => [...listeners.values()] }
}

describe('subscribing to leads', () => {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => {
    fetched.mockReset()
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('with a realtime service reports inserts until unsubscribed', async () => {
    fetched.mockResolvedValue(Response.json({ message: 'Success' }))
    const { backend, listeners } = fakeBackend()
    const onLead = vi.fn()
    const stop = subscribeToLeads(backend, onLead)
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
    ['has no realtime service', () => Promise.resolve(new Response(null, { status: 404 }))],
    [
      'responds with its website',
      () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
    ],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('opens no socket when the backend %s', async (_what, answer) => {
    fetched.mockImplementation(answer)
    const { backend, loadSupabase } = fakeBackend()
    const stop = subscribeToLeads(backend, vi.fn())
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
    await new Promise((resolve) => setImmediate(resolve))
    expect(loadSupabase).not.toHaveBeenCalled()
    stop()
  })

  test('opens no socket when unsubscribed before the probe responds', async () => {
    fetched.mockResolvedValue(Response.json({ message: 'Success' }))
    const { backend, loadSupabase, listeners } = fakeBackend()
    subscribeToLeads(backend, vi.fn())()
    await new Promise((resolve) => setImmediate(resolve))
    expect(loadSupabase).not.toHaveBeenCalled()
    expect(listeners()).toEqual([])
  })
})
