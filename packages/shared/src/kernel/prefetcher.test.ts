import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { createPrefetcher } from './prefetcher.ts'

const online = { isOnline: () => true }

beforeEach(() => {
  vi.useFakeTimers()
})

/** Queries that never settle, with a record of those started and cancelled. */
function site({ allowed = true, connectivity = online } = {}) {
  const client = new QueryClient()
  const started: string[] = []
  const cancelled: string[] = []
  const query = (name: string) => ({
    queryKey: [name],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      started.push(name)
      signal.addEventListener('abort', () => cancelled.push(name))
      return new Promise<string>(() => undefined)
    },
  })
  vi.stubGlobal('navigator', { connection: { saveData: !allowed } })
  const prefetcher = createPrefetcher(client, connectivity)
  const hover = (name: string) =>
    prefetcher.onHover(name, () => ({ queryKey: [name], fetch: () => client.query(query(name)) }))
  return { client, query, started, cancelled, hover, leave: prefetcher.onLeave }
}

test('hovering prefetches after 80 ms, once', () => {
  const { hover, started } = site()
  hover('a')
  vi.advanceTimersByTime(79)
  expect(started).toEqual([])
  hover('a')
  vi.advanceTimersByTime(80)
  expect(started).toEqual(['a'])
  hover('a')
  vi.advanceTimersByTime(500)
  expect(started).toEqual(['a'])
})

test('sweeping over many targets prefetches only the last one', () => {
  const { hover, started } = site()
  for (const name of ['a', 'b', 'c', 'd']) {
    hover(name)
    vi.advanceTimersByTime(30)
  }
  vi.advanceTimersByTime(80)
  expect(started).toEqual(['d'])
})

test('leaving cancels the prefetch, so at most one is in flight', () => {
  const { hover, leave, started, cancelled } = site()
  hover('a')
  vi.advanceTimersByTime(80)
  hover('b')
  vi.advanceTimersByTime(0)
  expect(cancelled).toEqual(['a'])
  vi.advanceTimersByTime(80)
  leave()
  vi.advanceTimersByTime(0)
  expect(started).toEqual(['a', 'b'])
  expect(cancelled).toEqual(['a', 'b'])
})

test('a prefetch that the page waits for is not cancelled on leave', () => {
  const { client, query, hover, leave, started, cancelled } = site()
  hover('a')
  vi.advanceTimersByTime(80)
  leave()
  const stop = new QueryObserver(client, query('a')).subscribe(() => undefined)
  vi.advanceTimersByTime(0)
  expect(started).toEqual(['a'])
  expect(cancelled).toEqual([])
  stop()
})

test('a query that the page fetches itself is neither prefetched nor cancelled', () => {
  const { client, query, hover, leave, started, cancelled } = site()
  void client.query(query('a')).catch(() => undefined)
  hover('a')
  vi.advanceTimersByTime(80)
  leave()
  expect(started).toEqual(['a'])
  expect(cancelled).toEqual([])
})

test.each([
  ['offline', { connectivity: { isOnline: () => false } }],
  ['where prefetching is not allowed', { allowed: false }],
])('%s nothing is prefetched', (_where, surroundings) => {
  const { hover, started } = site(surroundings)
  hover('a')
  vi.advanceTimersByTime(500)
  expect(started).toEqual([])
})
