import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { cacheLeads, createCacheUpdater, readCachedLeads } from './cached-leads.ts'
import type { LeadNote } from './lead-handling.ts'
import type { Lead } from './lead-list.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'

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
let notes: readonly LeadNote[]
const asked: URL[] = []

beforeEach(() => {
  leads = [leadOf(2), leadOf(1, { message: 'A message', selected_products: null })]
  notes = []
  asked.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  vi.stubGlobal('fetch', (input: string) => {
    const url = new URL(input)
    asked.push(url)
    return Promise.resolve(Response.json(url.pathname.endsWith('/lead_events') ? notes : leads))
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
  const save = (signal = new AbortController().signal) => cacheLeads(backend, { area, userId }, signal)
  return { area, offlineStorage, save, read: () => readCachedLeads({ area, userId }) }
}

test('the newest leads are cached with the time of the fetch', async () => {
  const { save, read } = setUp()
  expect(await read()).toBeNull()
  await save()
  expect(await read()).toMatchObject({ readAt: '2026-11-21T09:00:00.000Z', isWhole: true, leads })
  expect(asked.map(({ searchParams: query }) => [query.get('limit'), query.get('order')])).toEqual([
    ['1000', 'created_at.desc,id.desc'],
    ['1000', 'number.desc'],
  ])
})

test('each lead is cached with its lines, how it is handled and with its own notes and replies, the latest first', async () => {
  const { save, read } = setUp()
  const handling = {
    state: 'quoted',
    assigned_to: 'ada',
    assigned_email: 'ada@example.com',
    due_on: '2026-12-01',
    answered_at: '2026-11-21T08:30:00+00:00',
    notes: 2,
  } as const
  const line = {
    position: 1,
    name: 'Mug',
    quantity: 300,
    note: null,
    colours: [{ name: 'Red', quantity: 300 }],
    products: { min_quantity: 100, lead_days_from: null, lead_days_to: 15 },
  }
  leads = [leadOf(2, { lead_handling: handling, lead_items: [line] }), leadOf(1)]
  const note = (number: number, lead: number, value: string) => {
    const written = { actor_email: 'ada@example.com', created_at: '2026-11-21T08:40:00+00:00' }
    return { ...written, number, kind: 'note', value, lead_id: leadOf(lead).id } as const
  }
  const answered = { ...note(6, 2, 'email'), kind: 'answered' } as const
  const reply = { subject: 'Re: Mugs', text: 'We have them.', attachments: [{ name: 'a.pdf', size: 5 }] }
  notes = [
    note(9, 2, 'Sent a quote'),
    note(8, 7, 'Of a lead that is not cached'),
    note(7, 2, 'Called'),
    { ...answered, lead_replies: reply },
    { ...answered, number: 5, lead_replies: null },
  ]
  await save()
  const [quoted, other] = (await read())?.leads ?? []
  expect(quoted?.lead_handling).toEqual(handling)
  expect(quoted?.notes?.map(({ value }) => value)).toEqual(['Sent a quote', 'Called', 'email'])
  expect(quoted?.notes?.at(-1)?.lead_replies).toEqual(reply)
  expect(other?.notes).toEqual([])
  const { searchParams } = asked.find(({ pathname }) => pathname.endsWith('/lead_events')) ?? {}
  expect(searchParams?.get('kind')).toBe('in.(note,answered)')
})

test('a full response of the server is not marked as complete', async () => {
  const { save, read } = setUp()
  leads = Array.from({ length: 1000 }, (_none, number) => leadOf(number))
  await save()
  expect(await read()).toMatchObject({ isWhole: false, leads })
})

test('the newest leads that fit the size limit are cached', async () => {
  const { save, read, offlineStorage } = setUp()
  leads = Array.from({ length: 9 }, (_none, number) => leadOf(number, { message: 'x'.repeat(500_000) }))
  await save()
  expect(await read()).toMatchObject({ isWhole: false, leads: leads.slice(0, 8) })
  expect((await offlineStorage.getItem('leads:ada'))?.length).toBeLessThan(4 * 1024 * 1024 + 200)
})

test('caching removes the leads of another user and nothing else', async () => {
  const { save, offlineStorage } = setUp()
  await offlineStorage.setItem('leads:bob', 'leads of bob')
  await offlineStorage.setItem('identity', 'bob')
  await save()
  expect((await offlineStorage.keys()).toSorted()).toEqual(['identity', 'leads:ada'])
})

test('cached leads older than fourteen days are removed', async () => {
  const { save, read, offlineStorage } = setUp()
  await save()
  vi.setSystemTime(Date.now() + 14 * day)
  expect(await read()).not.toBeNull()
  vi.setSystemTime(Date.now() + 1)
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('cached leads from more than a day in the future are removed', async () => {
  const { save, read, offlineStorage } = setUp()
  await save()
  vi.setSystemTime(Date.now() - day)
  expect(await read()).not.toBeNull()
  vi.setSystemTime(Date.now() - 1)
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test.each([
  ['that are not JSON', () => 'leads'],
  ['of another version', (text: string) => text.replace('"version":1', '"version":2')],
  ['with a missing field', (text: string) => text.replace('"phone":"123",', '')],
  ['with a field of the wrong type', (text: string) => text.replace('"phone":"123"', '"phone":123')],
  ['without a time', (text: string) => text.replace('2026-11-21T09', 'yesterday')],
])('cached leads %s are removed', async (_what, spoilt) => {
  const { save, read, offlineStorage } = setUp()
  await save()
  await offlineStorage.setItem('leads:ada', spoilt((await offlineStorage.getItem('leads:ada')) ?? ''))
  expect(await read()).toBeNull()
  expect(await offlineStorage.keys()).toEqual([])
})

test('leads that arrive after a wipe are not cached', async () => {
  const { area, save, offlineStorage } = setUp()
  const saving = save()
  await area.wipe()
  await saving
  expect(await offlineStorage.keys()).toEqual([])
})

test('an aborted fetch caches nothing', async () => {
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
  const onPoll = createCacheUpdater(update)
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

test('the texts of an erased person leave the offline copy at the next read', async () => {
  const { area, save } = setUp()
  notes = [
    {
      number: 1,
      actor_email: 'sales@example.com',
      created_at: '2026-11-21T08:30:00Z',
      kind: 'note',
      lead_id: leadOf(1).id,
      value: 'Called the person',
    },
  ]
  leads = [leadOf(1, { message: 'A message of the person' })]
  await save()
  expect(await area.read(`leads:${userId}`)).toContain('A message of the person')
  leads = [
    leadOf(1, {
      name: 'erased',
      email: 'erased@erased.invalid',
      phone: 'erased',
      erased_at: '2026-11-21T08:50:00Z',
    }),
  ]
  notes = []
  await save()
  const stored = String(await area.read(`leads:${userId}`))
  expect(stored).not.toMatch(/Person 1|A message|Called|person@example/)
  expect(stored).toContain('2026-11-21T08:50:00Z')
})
