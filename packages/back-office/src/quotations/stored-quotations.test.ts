import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { cachedOf } from '../testing/show-quotation.tsx'
import { detailsOf, storedQuotations } from './stored-quotations.ts'

const userId = 'ada'
let quotations: readonly object[]
const asked: URL[] = []

beforeEach(() => {
  quotations = [cachedOf(2), cachedOf(1)]
  asked.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  vi.stubGlobal('fetch', (input: string) => {
    const url = new URL(input)
    asked.push(url)
    if (url.pathname.endsWith('/quotations')) return Promise.resolve(Response.json(quotations))
    if (url.pathname.endsWith('/site_details'))
      return Promise.resolve(Response.json({ name: 'Gifts', contact_address: 'Pune' }))
    return Promise.resolve(Response.json([]))
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
  const save = () => storedQuotations.store(backend, { area, userId }, new AbortController().signal)
  return { offlineStorage, save, read: () => storedQuotations.read({ area, userId }) }
}

test('the newest quotations are cached for the user alone, with the time of the fetch and the seller', async () => {
  const { save, read, offlineStorage } = setUp()
  await offlineStorage.setItem('quotations:bob', 'quotations of bob')
  await offlineStorage.setItem('leads:ada', 'leads of ada')
  await save()
  expect(await read()).toMatchObject({
    readAt: '2026-11-28T09:00:00.000Z',
    isWhole: true,
    seller: { legal_name: 'Gifts', address: 'Pune', gstin: null },
    rows: quotations,
  })
  expect((await offlineStorage.keys()).toSorted()).toEqual(['leads:ada', 'quotations:ada'])
  const { searchParams } = asked.find(({ pathname }) => pathname.endsWith('/quotations')) ?? {}
  expect([searchParams?.get('limit'), searchParams?.get('order')]).toEqual(['200', 'created_at.desc,id.desc'])
})

test('how the buyer was connected when accepting is not stored on the computer', async () => {
  const { save, read, offlineStorage } = setUp()
  const [sent] = cachedOf(1).versions
  const accepted = {
    choice: {},
    figures: sent?.frozen?.figures,
    name: 'Asha',
    designation: 'Head',
    at: '2026-11-27T08:00:00Z',
    address: '203.0.113.7',
    user_agent: 'Firefox',
  }
  quotations = [cachedOf(1, { state: 'accepted', versions: [{ ...sent, accepted }] })]
  await save()
  const text = await offlineStorage.getItem('quotations:ada')
  expect(text).toContain('"name":"Asha"')
  expect(text).not.toMatch(/203\.0\.113\.7|Firefox/)
  expect((await read())?.rows[0]?.versions[0]?.accepted).toMatchObject({
    choice: { quantities: {}, options: {} },
    note: null,
  })
})

test('a field that a later version of the server adds to a line does not hide the quotations', async () => {
  const { save, read } = setUp()
  const [draft] = cachedOf(1).versions
  const lines = draft?.content.lines.map((line) => ({ ...line, purpose: 'Dealers' }))
  quotations = [cachedOf(1, { versions: [{ ...draft, content: { ...draft?.content, lines } }] })]
  await save()
  expect((await read())?.rows[0]?.versions[0]?.content.lines[0]).toMatchObject({ purpose: 'Dealers' })
})

test('a cached quotation expires at midnight in India, without the server', () => {
  const cached = cachedOf(1)
  const isExpired = () => detailsOf(cached).versions[0]?.is_expired
  vi.setSystemTime('2026-12-31T18:29:59Z')
  expect(isExpired()).toBe(false)
  vi.setSystemTime('2026-12-31T18:30:00Z')
  expect(isExpired()).toBe(true)
})
