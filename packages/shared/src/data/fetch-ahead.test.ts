import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createFetchAhead } from './fetch-ahead.ts'

const online = { isOnline: () => true }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Reads that never end by themselves, and what has become of them. */
function site({ isSpare = true, connectivity = online } = {}) {
  const client = new QueryClient()
  const begun: string[] = []
  const givenUp: string[] = []
  const query = (name: string) => ({
    queryKey: [name],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      begun.push(name)
      signal.addEventListener('abort', () => givenUp.push(name))
      return new Promise<string>(() => undefined)
    },
  })
  const ahead = createFetchAhead(client, connectivity, () => isSpare)
  const consider = (name: string) =>
    ahead.consider(name, () => ({ queryKey: [name], fetch: () => client.query(query(name)) }))
  return { client, query, begun, givenUp, consider, forget: ahead.forget }
}

test('what the pointer rests on is fetched after a moment, and once however it moves there', () => {
  const { consider, begun } = site()
  consider('a')
  vi.advanceTimersByTime(79)
  expect(begun).toEqual([])
  consider('a')
  vi.advanceTimersByTime(80)
  expect(begun).toEqual(['a'])
  consider('a')
  vi.advanceTimersByTime(500)
  expect(begun).toEqual(['a'])
})

test('sweeping over many things fetches only the one at which the pointer stays', () => {
  const { consider, begun } = site()
  for (const name of ['a', 'b', 'c', 'd']) {
    consider(name)
    vi.advanceTimersByTime(30)
  }
  vi.advanceTimersByTime(80)
  expect(begun).toEqual(['d'])
})

test('what is left is given up, and so there is never more than one on its way', () => {
  const { consider, forget, begun, givenUp } = site()
  consider('a')
  vi.advanceTimersByTime(80)
  consider('b')
  vi.advanceTimersByTime(0)
  expect(givenUp).toEqual(['a'])
  vi.advanceTimersByTime(80)
  forget()
  vi.advanceTimersByTime(0)
  expect(begun).toEqual(['a', 'b'])
  expect(givenUp).toEqual(['a', 'b'])
})

test('what the page waits for right afterwards is not given up', () => {
  const { client, query, consider, forget, begun, givenUp } = site()
  consider('a')
  vi.advanceTimersByTime(80)
  forget()
  const stop = new QueryObserver(client, query('a')).subscribe(() => undefined)
  vi.advanceTimersByTime(0)
  expect(begun).toEqual(['a'])
  expect(givenUp).toEqual([])
  stop()
})

test('what is asked for in earnest already is neither asked for again nor given up', () => {
  const { client, query, consider, forget, begun, givenUp } = site()
  void client.query(query('a')).catch(() => undefined)
  consider('a')
  vi.advanceTimersByTime(80)
  forget()
  expect(begun).toEqual(['a'])
  expect(givenUp).toEqual([])
})

test.each([
  ['without a network', { connectivity: { isOnline: () => false } }],
  ['where the network has nothing to spare', { isSpare: false }],
])('%s nothing is fetched ahead', (_where, surroundings) => {
  const { consider, begun } = site(surroundings)
  consider('a')
  vi.advanceTimersByTime(500)
  expect(begun).toEqual([])
})
