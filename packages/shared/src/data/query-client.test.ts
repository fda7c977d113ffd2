import { expect, test } from 'vitest'

import { createQueryClient, retryWait, shouldRetry } from './query-client.ts'

test('a failed read is tried again twice', () => {
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

test('without a network requests fail and say so instead of waiting', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
})
