import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createQueryClient } from './query-client.ts'
import { refetchOnReturn } from './refetch-on-return.ts'

function fakeConnectivity() {
  let isOnline = true
  const listeners = new Set<() => void>()
  return {
    isOnline: () => isOnline,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become(online: boolean) {
      isOnline = online
      for (const listener of listeners) listener()
    },
    look: () => Promise.resolve(isOnline),
    fetch: vi.fn<typeof fetch>(),
    whenOnline: () => Promise.resolve(),
  }
}

const stops: (() => void)[] = []
beforeEach(() => {
  stops.length = 0
})
afterEach(() => stops.forEach((stop) => stop()))

test('what failed or is old is read again on return when it is shown, and what is fresh is not', async () => {
  const connectivity = fakeConnectivity()
  const client = createQueryClient()
  stops.push(refetchOnReturn(client, connectivity))
  const read = vi.fn((name: string) =>
    name === 'failed' && !connectivity.isOnline()
      ? Promise.reject(new Error('no answer'))
      : Promise.resolve(name),
  )
  const show = (name: string, options: { staleTime?: number; enabled?: boolean } = {}) => {
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => read(name),
      retry: false,
      ...options,
    })
    stops.push(observer.subscribe(() => undefined))
    return observer
  }
  connectivity.become(false)
  const failed = show('failed')
  show('fresh')
  show('old', { staleTime: 0 })
  show('switched off', { enabled: false })
  client.setQueryData(['not shown'], 'long ago', { updatedAt: 1 })
  await vi.waitFor(() => expect(failed.getCurrentResult().isError).toBe(true))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))

  read.mockClear()
  connectivity.become(true)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(read.mock.calls.flat().toSorted()).toEqual(['failed', 'old'])
})
