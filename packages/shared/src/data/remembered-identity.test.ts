import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { offlineAreaOf } from './offline-area.ts'
import { rememberAdministrator, rememberedAdministrator } from './remembered-identity.ts'

const day = 24 * 60 * 60 * 1000
const ada = { id: '00000000-0000-4000-8000-000000000001', email: 'ada@example.com' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function setUp() {
  const { offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  await area.keep('leads:ada', 'what ada has read', area.wipes())
  await rememberAdministrator(area, ada, area.wipes())
  return { offlineStorage, area }
}

test.each([
  ['fourteen days', 14 * day, 1],
  ['a day backwards, by the clock', -day, -1],
])(
  'an administrator is remembered for %s and not longer, nor what was kept for them',
  async (_what, time, more) => {
    const { offlineStorage, area } = await setUp()
    vi.setSystemTime(Date.now() + time)
    expect(await rememberedAdministrator(area)).toEqual(ada)
    vi.setSystemTime(Date.now() + more)
    expect(await rememberedAdministrator(area)).toBeNull()
    expect(await offlineStorage.keys()).toEqual([])
  },
)

test.each([
  'no JSON',
  '{"version":1}',
  '{"version":2,"id":"ada","email":"","readAt":"2026-11-21T09:00:00Z"}',
])('nobody is remembered by %s, and nothing stays', async (text) => {
  const { offlineStorage, area } = await setUp()
  await offlineStorage.setItem('identity', text)
  expect(await rememberedAdministrator(area)).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('where nobody is remembered, nothing is removed', async () => {
  const { offlineStorage, area } = await setUp()
  await offlineStorage.removeItem('identity')
  expect(await rememberedAdministrator(area)).toBeNull()
  expect(await offlineStorage.keys()).toEqual(['leads:ada'])
})
