import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { AppError } from './app-error.ts'
import { createQueryClient, refetchOnReturn } from './query-client.ts'

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
    probe: () => Promise.resolve(isOnline),
    fetch: vi.fn<typeof fetch>(),
    whenOnline: () => Promise.resolve(),
  }
}

const stops: (() => void)[] = []
beforeEach(() => {
  stops.length = 0
})
afterEach(() => stops.forEach((stop) => stop()))

test('on return, shown queries that failed or are stale are refetched, and fresh ones are not', async () => {
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

test('a query that failed without data stays failed until its refetch succeeds, without a loading state', async () => {
  const connectivity = fakeConnectivity()
  const client = createQueryClient()
  stops.push(refetchOnReturn(client, connectivity))
  const read = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no answer'))
  const pages = new InfiniteQueryObserver(client, {
    queryKey: ['pages'],
    queryFn: read,
    initialPageParam: 1,
    getNextPageParam: () => 2,
    retry: false,
  })
  const said: string[] = []
  stops.push(
    pages.subscribe(({ status, error, data }) => said.push(error?.message ?? data?.pages.join() ?? status)),
  )
  await vi.waitFor(() => expect(pages.getCurrentResult().isError).toBe(true))

  said.length = 0
  read.mockRejectedValueOnce(new Error('not allowed')).mockResolvedValueOnce('at last')
  connectivity.become(true)
  connectivity.become(true)
  await vi.waitFor(() => expect(said).toContain('not allowed'))
  expect(read).toHaveBeenCalledTimes(2)
  connectivity.become(true)
  await vi.waitFor(() => expect(pages.getCurrentResult().isSuccess).toBe(true))
  expect(said).toEqual(['not allowed', 'at last'])
})

test('a refetch by the caller takes precedence', async () => {
  const connectivity = fakeConnectivity()
  const client = createQueryClient()
  stops.push(refetchOnReturn(client, connectivity))
  const answers: ((answer: string) => void)[] = []
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no answer'))
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: read, retry: false })
  stops.push(list.subscribe(() => undefined))
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true))

  read.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  connectivity.become(true)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  void list.refetch()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('older')
  await Promise.resolve()
  expect(list.getCurrentResult().data).toBeUndefined()
  answers[1]?.('newer')
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('newer'))
})

test('a query that fails for the network while another was answered is read again until it is there', async () => {
  vi.useFakeTimers()
  try {
    const connectivity = fakeConnectivity()
    const client = createQueryClient()
    stops.push(refetchOnReturn(client, connectivity))
    const read = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new AppError('offline', 'no answer'))
      .mockRejectedValueOnce(new AppError('offline', 'no answer'))
      .mockResolvedValueOnce('at last')
    const list = new QueryObserver(client, { queryKey: ['list'], queryFn: read, retry: false })
    stops.push(list.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(2000)
    expect(list.getCurrentResult().isError).toBe(true)
    expect(read).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(list.getCurrentResult().data).toBe('at last')
  } finally {
    vi.useRealTimers()
  }
})
