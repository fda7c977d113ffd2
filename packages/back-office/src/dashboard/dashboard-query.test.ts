import { expect, test, vi } from 'vitest'

import { type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { dashboardCountsQuery } from './dashboard-query.ts'
import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'

// Files share processes.

/** Runs the dashboard's query anonymously. */
function countsQuery() {
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  return dashboardCountsQuery(createBackend(config, createMemoryPlatform().sessionStorage))
}

/** Seven of each, counted by row or by what the database keeps. */
const sevenOfAll = ({ path }: Pick<ApiRequest, 'path'>) =>
  path.includes('/rpc/') ? 7 : new Response(null, { headers: { 'content-range': '*/7' } })

const someCounts = { products: 1, categories: 2, industry_tags: 3, leads: 4 }

test.each([
  [29, 0],
  [31, 4],
])('counts that are %i s old lead to %i requests', async (seconds, requestCount) => {
  const { requests } = fakeApi(sevenOfAll)
  const options = countsQuery()
  const client = createQueryClient()
  client.setQueryData(options.queryKey, someCounts, { updatedAt: Date.now() - seconds * 1000 })
  const counts = await client.query(options)
  expect(requests).toHaveLength(requestCount)
  expect(counts.leads).toBe(requestCount === 0 ? 4 : 7)
})

test('a count without a number is a failure, and 0 beside others that are right', async () => {
  fakeApi(({ path }) => (path.endsWith('leads') ? new Response(null, { status: 404 }) : sevenOfAll({ path })))
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const counts = await createQueryClient().query(countsQuery())
  expect(counts).toEqual({ products: 7, categories: 7, industry_tags: 7, leads: 0 })
  expect(logged).toHaveBeenCalledTimes(1)
})

test('leaving while something is counted is no failure', async () => {
  const left = Promise.withResolvers<never>()
  const { requests } = fakeApi(({ path }) => (path.endsWith('leads') ? left.promise : sevenOfAll({ path })))
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const client = createQueryClient()
  const { queryKey } = countsQuery()
  const counting = client.query(countsQuery())
  await vi.waitFor(() => expect(requests).toHaveLength(4))
  await new Promise((resolve) => setTimeout(resolve, 20))
  const leaving = client.cancelQueries({ queryKey })
  left.reject(new DOMException('The user aborted a request.', 'AbortError'))
  await leaving
  await expect(counting).rejects.toThrow('CancelledError')
  await new Promise((resolve) => setTimeout(resolve))
  expect(logged).not.toHaveBeenCalled()
})
