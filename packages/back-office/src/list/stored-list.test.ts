import { beforeEach, expect, test, vi } from 'vitest'

import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { createStoreUpdater, storedList } from './stored-list.ts'

const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
})

/** A list of texts; at most ten are stored. */
function setUp() {
  const server = { rows: ['two', 'one'] }
  const { sessionStorage, offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    sessionStorage,
  )
  const list = storedList<string>({
    name: 'texts',
    most: 10,
    fetch: (_backend, most) => Promise.resolve({ rows: server.rows.slice(0, most) }),
    textOf: (text) => text,
  })
  const cache = { area, userId: 'ada' }
  const save = (signal = new AbortController().signal) => list.store(backend, cache, signal)
  return { server, area, offlineStorage, save, read: () => list.read(cache) }
}

test('the newest rows are stored with the time of the fetch', async () => {
  const { save, read } = setUp()
  expect(await read()).toBeNull()
  await save()
  expect(await read()).toMatchObject({
    readAt: '2026-11-21T09:00:00.000Z',
    isWhole: true,
    rows: ['two', 'one'],
  })
})

test('a full response of the server is not marked as complete', async () => {
  const { server, save, read } = setUp()
  server.rows = Array.from({ length: 11 }, String)
  await save()
  expect(await read()).toMatchObject({ isWhole: false, rows: server.rows.slice(0, 10) })
})

test('the newest rows that fit the size limit are stored', async () => {
  const { server, save, read, offlineStorage } = setUp()
  server.rows = Array.from({ length: 9 }, () => 'x'.repeat(500_000))
  await save()
  expect(await read()).toMatchObject({ isWhole: false, rows: server.rows.slice(0, 8) })
  expect((await offlineStorage.getItem('texts:ada'))?.length).toBeLessThan(4 * 1024 * 1024 + 200)
})

test('storing removes the rows of another user and nothing else', async () => {
  const { save, offlineStorage } = setUp()
  await offlineStorage.setItem('texts:bob', 'texts of bob')
  await offlineStorage.setItem('identity', 'bob')
  await save()
  expect((await offlineStorage.keys()).toSorted()).toEqual(['identity', 'texts:ada'])
})

test.each([
  ['older than fourteen days', 14 * day, 1],
  ['from more than a day in the future', -day, -1],
])('stored rows %s are removed', async (_what, limit, beyond) => {
  const { save, read, offlineStorage } = setUp()
  await save()
  vi.setSystemTime(Date.now() + limit)
  expect(await read()).not.toBeNull()
  vi.setSystemTime(Date.now() + beyond)
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test.each([
  ['that are not JSON', () => 'texts'],
  ['of another version of the app', (text: string) => text.replace(/"app":"[^"]+"/, '"app":"0.9.0"')],
  ['without the version of the app', (text: string) => text.replace(/"app":"[^"]+"/, '"version":1')],
  ['without a time', (text: string) => text.replace('2026-11-21T09', 'yesterday')],
])('stored rows %s are removed', async (_what, spoilt) => {
  const { save, read, offlineStorage } = setUp()
  await save()
  const text = (await offlineStorage.getItem('texts:ada')) ?? ''
  expect(spoilt(text)).not.toBe(text)
  await offlineStorage.setItem('texts:ada', spoilt(text))
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('rows that arrive after a wipe are not stored', async () => {
  const { area, save, offlineStorage } = setUp()
  const saving = save()
  await area.wipe()
  await saving
  expect(await offlineStorage.keys()).toEqual([])
})

test('an aborted fetch stores nothing', async () => {
  const { save, offlineStorage } = setUp()
  const ending = new AbortController()
  const saving = save(ending.signal)
  ending.abort(new Error('Aborted'))
  await expect(saving).rejects.toThrow('Aborted')
  expect(await offlineStorage.keys()).toEqual([])
})

const minute = 60_000

function setUpUpdater() {
  const update = vi.fn(() => Promise.resolve())
  const onPoll = createStoreUpdater(update)
  return {
    update,
    async polled(after: number, hasNews: boolean) {
      vi.setSystemTime(Date.now() + after)
      onPoll(hasNews)
      await new Promise((resolve) => setImmediate(resolve))
      return update.mock.calls.length
    },
  }
}

test('the cache is updated after the first poll, with new leads, and otherwise every 15 minutes', async () => {
  const { polled } = setUpUpdater()
  expect(await polled(0, false)).toBe(1)
  expect(await polled(minute, false)).toBe(1)
  expect(await polled(minute, true)).toBe(2)
  expect(await polled(14 * minute, false)).toBe(2)
  expect(await polled(minute, false)).toBe(3)
})

test('the cache is updated at most once a minute with new leads', async () => {
  const { polled } = setUpUpdater()
  await polled(0, false)
  expect(await polled(minute / 2, true)).toBe(1)
  expect(await polled(minute / 2, false)).toBe(2)
})

test('a failed cache update is retried after the next poll', async () => {
  const { polled, update } = setUpUpdater()
  update.mockRejectedValueOnce(new Error('no answer'))
  expect(await polled(0, false)).toBe(1)
  expect(await polled(minute, false)).toBe(2)
  expect(await polled(minute, false)).toBe(2)
})

test('cache updates do not overlap', async () => {
  const { polled, update } = setUpUpdater()
  const updating = Promise.withResolvers<void>()
  update.mockReturnValueOnce(updating.promise)
  await polled(0, false)
  expect(await polled(20 * minute, true)).toBe(1)
  updating.resolve()
  await updating.promise
  expect(await polled(minute, false)).toBe(2)
})
