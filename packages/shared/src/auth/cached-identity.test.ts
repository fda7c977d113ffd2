import { beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { cacheIdentity, cachedIdentity } from './offline-accounts.ts'
import { offlineAreaOf } from '../kernel/offline-area.ts'

const day = 24 * 60 * 60 * 1000
const ada = { id: '00000000-0000-4000-8000-000000000001', email: 'ada@example.com', role: 'sales' } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') }))

async function setUp() {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  await area.set('leads:ada', 'leads of ada', area.generation())
  await cacheIdentity(area, ada, area.generation())
  return { offlineStorage, area }
}

test.each([
  ['fourteen days', 14 * day, 1],
  ['a day backwards, by the clock', -day, -1],
])('the cached administrator expires after %s, with the whole area', async (_what, time, more) => {
  const { offlineStorage, area } = await setUp()
  vi.setSystemTime(Date.now() + time)
  expect(await cachedIdentity(area)).toEqual(ada)
  vi.setSystemTime(Date.now() + more)
  expect(await cachedIdentity(area)).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test.each([
  'no JSON',
  '{"version":1}',
  '{"version":2,"id":"ada","email":"","readAt":"2026-11-21T09:00:00Z"}',
])('an invalid identity (%s) wipes the area', async (text) => {
  const { offlineStorage, area } = await setUp()
  await offlineStorage.setItem('identity', text)
  expect(await cachedIdentity(area)).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('without a cached identity nothing is removed', async () => {
  const { offlineStorage, area } = await setUp()
  await offlineStorage.removeItem('identity')
  expect(await cachedIdentity(area)).toBeNull()
  expect(await offlineStorage.keys()).toEqual(['leads:ada'])
})
