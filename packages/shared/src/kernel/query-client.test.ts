import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { AppError } from './app-error.ts'
import { createQueryClient, type MutationMeta, type Notify, retryWait, shouldRetry } from './query-client.ts'

test('a failed query is retried twice', () => {
  const failure = new Error('Failed to fetch')
  expect([0, 1, 2].map((failedBefore) => shouldRetry(failedBefore, failure))).toEqual([true, true, false])
})

test.each(['JWT expired', 'invalid JWT', 'not authorized', 'auth session missing'])(
  '"%s" is not tried again',
  (message) => {
    expect(shouldRetry(0, new Error(message))).toBe(false)
  },
)

test('waits double from one second up to thirty', () => {
  expect([0, 1, 2, 5, 9].map(retryWait)).toEqual([1000, 2000, 4000, 30_000, 30_000])
})

test('data is fresh for five minutes, not read again on focus, and mutations are not retried', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 300_000, refetchOnWindowFocus: false })
  expect(mutations).toMatchObject({ retry: false })
})

test('offline a failed query is not retried, and read again once there is a network', async () => {
  const client = createQueryClient()
  client.mount()
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('Failed to fetch'))
  onlineManager.setOnline(false)
  const observer = new QueryObserver(client, { queryKey: ['themes'], queryFn: read })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  expect(read).toHaveBeenCalledOnce()
  read.mockResolvedValue('read')
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('read'))
  stop()
  client.unmount()
})

test('without a network requests fail and say so instead of waiting', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
})

/** Runs a mutation with the given outcome, and returns its toasts and the stale queries. */
async function mutated(end: () => Promise<unknown>, meta: MutationMeta) {
  const notify = vi.fn<Notify>()
  const client = createQueryClient(notify)
  client.setQueryData(['themes', 'all'], [])
  client.setQueryData(['products', 'page'], [])
  client.setQueryData(['leads'], [])
  await client
    .getMutationCache()
    .build(client, { mutationFn: end, meta })
    .execute(undefined)
    .catch(() => undefined)
  const stale = client
    .getQueryCache()
    .findAll()
    .filter((query) => query.state.isInvalidated)
  return {
    said: notify.mock.calls.map(([message]) => message),
    stale: stale.map(({ queryKey }) => queryKey[0]),
  }
}

const meta = {
  done: 'Theme updated successfully',
  failed: 'Error updating theme',
  invalidates: [['themes'], ['products']],
}

test('a successful mutation shows a toast and invalidates its lists', async () => {
  expect(await mutated(() => Promise.resolve(), meta)).toEqual({
    said: [{ title: 'Theme updated successfully' }],
    stale: ['themes', 'products'],
  })
})

test('a failed mutation shows the server’s message and invalidates its lists', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  expect(await mutated(() => Promise.reject(new AppError('missing', 'It no longer exists')), meta)).toEqual({
    said: [{ title: 'Error updating theme', description: 'It no longer exists', variant: 'destructive' }],
    stale: ['themes', 'products'],
  })
  const { said } = await mutated(() => Promise.reject(new Error('')), meta)
  expect(said).toMatchObject([{ description: 'An unexpected error occurred' }])
})

test('only a form that shows the conflict itself leaves out the toast of a stale change', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const stale = () => Promise.reject(new AppError('stale', 'It has changed'))
  expect((await mutated(stale, { ...meta, showsConflict: true })).said).toEqual([])
  expect((await mutated(stale, meta)).said).toMatchObject([{ description: 'It has changed' }])
})

test('a refused query is not tried again, and the app is notified, as of a refused change', async () => {
  const onForbidden = vi.fn()
  const client = createQueryClient(undefined, onForbidden)
  const queryFn = vi.fn()
  queryFn.mockRejectedValueOnce(new AppError('forbidden', 'Only administrators may read leads'))
  await client.query({ queryKey: ['leads'], queryFn }).catch(() => undefined)
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(onForbidden).toHaveBeenCalledTimes(1)
  queryFn.mockRejectedValueOnce(new AppError('invalid', 'not authorized'))
  await client.query({ queryKey: ['leads'], queryFn }).catch(() => undefined)
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(onForbidden).toHaveBeenCalledTimes(1)

  const mutationFn = () => Promise.reject(new AppError('forbidden', 'You may not change it'))
  await client
    .getMutationCache()
    .build(client, { mutationFn })
    .execute(undefined)
    .catch(() => undefined)
  expect(onForbidden).toHaveBeenCalledTimes(2)
})
