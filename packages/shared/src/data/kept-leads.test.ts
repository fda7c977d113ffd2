import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createBackend } from './backend.ts'
import { keepLeads, readKeptLeads } from './kept-leads.ts'
import type { Lead } from './lead-list.ts'
import { offlineAreaOf } from './offline-area.ts'

const day = 24 * 60 * 60 * 1000
const userId = 'ada'

function leadOf(number: number, given: Partial<Lead> = {}): Lead {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Person ${number}`,
    company: 'A company',
    email: 'person@example.com',
    phone: '123',
    message: null,
    selected_products: ['Mug'],
    created_at: '2026-11-21T08:00:00.123456+00:00',
    ...given,
  }
}

let leads: readonly Lead[]
const asked: URLSearchParams[] = []

beforeEach(() => {
  leads = [leadOf(2), leadOf(1, { message: 'A message', selected_products: null })]
  asked.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(new URL(input).searchParams)
    return Promise.resolve(Response.json(leads))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp() {
  const { sessionStorage, offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    sessionStorage,
  )
  const keep = (signal = new AbortController().signal) => keepLeads(backend, { area, userId }, signal)
  return { area, offlineStorage, keep, read: () => readKeptLeads({ area, userId }) }
}

test('the newest leads are kept as they are, with the time at which they were read', async () => {
  const { keep, read } = setUp()
  expect(await read()).toBeNull()
  await keep()
  expect(await read()).toMatchObject({ readAt: '2026-11-21T09:00:00.000Z', isWhole: true, leads })
  expect(asked.map((query) => [query.get('limit'), query.get('order')])).toEqual([
    ['1000', 'created_at.desc,id.desc'],
  ])
})

test('as many as the server gives at once may not be all of them', async () => {
  const { keep, read } = setUp()
  leads = Array.from({ length: 1000 }, (_none, number) => leadOf(number))
  await keep()
  expect(await read()).toMatchObject({ isWhole: false, leads })
})

test('long leads are kept as far as there is room for them, the newest first', async () => {
  const { keep, read, offlineStorage } = setUp()
  leads = Array.from({ length: 9 }, (_none, number) => leadOf(number, { message: 'x'.repeat(500_000) }))
  await keep()
  expect(await read()).toMatchObject({ isWhole: false, leads: leads.slice(0, 8) })
  expect((await offlineStorage.getItem('leads:ada'))?.length).toBeLessThan(4 * 1024 * 1024 + 200)
})

test('what was kept for somebody else is removed, and other things stay', async () => {
  const { keep, offlineStorage } = setUp()
  await offlineStorage.setItem('leads:bob', 'what bob has read')
  await offlineStorage.setItem('identity', 'bob')
  await keep()
  expect((await offlineStorage.keys()).toSorted()).toEqual(['identity', 'leads:ada'])
})

test('what is older than fourteen days is removed instead of shown', async () => {
  const { keep, read, offlineStorage } = setUp()
  await keep()
  vi.setSystemTime(Date.now() + 14 * day)
  expect(await read()).not.toBeNull()
  vi.setSystemTime(Date.now() + 1)
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('what claims to be from a day to come is removed, so that no clock set back keeps it for longer', async () => {
  const { keep, read, offlineStorage } = setUp()
  await keep()
  vi.setSystemTime(Date.now() - day)
  expect(await read()).not.toBeNull()
  vi.setSystemTime(Date.now() - 1)
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test.each([
  ['no JSON', () => 'leads'],
  ['of another version', (text: string) => text.replace('"version":1', '"version":2')],
  ['with a lead that has lost a field', (text: string) => text.replace('"phone":"123",', '')],
  ['with a field that is no text', (text: string) => text.replace('"phone":"123"', '"phone":123')],
  ['without a time', (text: string) => text.replace('2026-11-21T09', 'yesterday')],
])('what is %s is removed instead of shown', async (_what, spoilt) => {
  const { keep, read, offlineStorage } = setUp()
  await keep()
  await offlineStorage.setItem('leads:ada', spoilt((await offlineStorage.getItem('leads:ada')) ?? ''))
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('leads that arrive after a wipe are not kept', async () => {
  const { area, keep, offlineStorage } = setUp()
  const keeping = keep()
  await area.wipe()
  await keeping
  expect(await offlineStorage.keys()).toEqual([])
})

test('leads that are no longer wanted are not kept', async () => {
  const { keep, offlineStorage } = setUp()
  const ending = new AbortController()
  const keeping = keep(ending.signal)
  ending.abort(new Error('No longer wanted'))
  await expect(keeping).rejects.toThrow('No longer wanted')
  expect(await offlineStorage.keys()).toEqual([])
})
