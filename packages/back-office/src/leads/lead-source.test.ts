import { expect, test } from 'vitest'

import type { PagePosition } from '@giftwell/shared/kernel/keyset.ts'
import { untouched } from './lead-handling.ts'
import type { Lead, LeadFilters, LeadOrder } from './lead-list.ts'
import { cachedLeads } from './lead-source.ts'

function leadOf(number: number, given: Partial<Lead> = {}): Lead {
  const digits = String(number).padStart(2, '0')
  return {
    id: `00000000-0000-0000-0000-0000000000${digits}`,
    name: `Person ${number}`,
    company: `Company ${number}`,
    email: `person${number}@example.com`,
    phone: `+91 ${digits}`,
    message: null,
    selected_products: null,
    created_at: `2026-11-21T08:00:${digits}.5+00:00`,
    ...given,
  }
}

const numbers = (leads: readonly Lead[]) => leads.map(({ id }) => Number(id.slice(-2)))
const sixty = Array.from({ length: 60 }, (_none, position) => leadOf(60 - position))
const sourceOf = (leads: readonly Lead[]) =>
  cachedLeads({ leads, isWhole: true, readAt: '2026-11-21T09:00:00.000Z' })
const { signal } = new AbortController()

async function read(
  leads: readonly Lead[],
  position: PagePosition,
  {
    filters = {},
    order = 'newest',
    size = 25,
  }: { filters?: Partial<LeadFilters>; order?: LeadOrder; size?: number } = {},
) {
  const listing = { filters: { search: '', ...filters }, order }
  return numbers(await sourceOf(leads).read(listing, position, { size, signal }))
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_none, step) => (from < to ? from + step : from - step))

test('pages are turned in both orders and from both ends', async () => {
  expect(await read(sixty, { at: 'first' })).toEqual(range(60, 36))
  expect(await read(sixty, { at: 'after', cursor: leadOf(36) })).toEqual(range(35, 11))
  expect(await read(sixty, { at: 'before', cursor: leadOf(10) })).toEqual(range(35, 11))
  expect(await read(sixty, { at: 'last', size: 10 })).toEqual(range(10, 1))
  expect(await read(sixty, { at: 'first' }, { order: 'oldest' })).toEqual(range(1, 25))
  expect(await read(sixty, { at: 'after', cursor: leadOf(25) }, { order: 'oldest' })).toEqual(range(26, 50))
  expect(await read(sixty, { at: 'before', cursor: leadOf(51) }, { order: 'oldest' })).toEqual(range(26, 50))
  expect(await read(sixty, { at: 'last', size: 10 }, { order: 'oldest' })).toEqual(range(51, 60))
})

test('a cursor of an unknown lead continues where that lead would be', async () => {
  const even = sixty.filter((_lead, position) => position % 2 === 0)
  expect(await read(even, { at: 'after', cursor: leadOf(41) }, { size: 2 })).toEqual([40, 38])
  expect(await read(even, { at: 'before', cursor: leadOf(41) }, { size: 2 })).toEqual([44, 42])
})

test('among leads of one moment the id decides, as on the server', async () => {
  const at = { created_at: '2026-11-21T08:00:00+00:00' }
  const three = [leadOf(3, at), leadOf(2, at), leadOf(1, at)]
  expect(await read(three, { at: 'after', cursor: three[1]! })).toEqual([1])
  expect(await read(three, { at: 'before', cursor: three[1]! })).toEqual([3])
  expect(await read(three, { at: 'after', cursor: three[1]! }, { order: 'oldest' })).toEqual([3])
})

test.each([
  ['ASHA', [5]],
  ['giftwell tr', [4]],
  ['@example.org', [3]],
  ['98765', [2]],
  ['9876543', [2]],
  ['two mugs', [1]],
  ['tall Mug', [1]],
  ['100%_', [5]],
  ['person', []],
  ['mug  TALL', [1]],
  ['traders asha', []],
  ['98765 43', [2]],
  ['+919876543', [2]],
  ['+91-98765-43', [2]],
  ['098765 43', [2]],
  ['000000000', []],
  ['pune', [4]],
  ['gw-00000000', [5, 4, 3, 2, 1]],
  ['ab12', []],
])('a search for "%s" looks at every text, in whatever case and to the letter', async (search, found) => {
  const plain = { name: 'N', company: 'C', email: 'e@example.com', phone: '1' }
  const leads = [
    leadOf(5, { ...plain, name: 'Asha', message: '100%_ sure' }),
    leadOf(4, { ...plain, company: 'Giftwell Traders', delivery_city: 'Pune' }),
    leadOf(3, { ...plain, email: 'a@example.org' }),
    leadOf(2, { ...plain, phone: '+91 98765-43' }),
    leadOf(1, { ...plain, message: 'Two mugs, please', selected_products: ['Pen', 'Tall mug'] }),
  ]
  expect(await read(leads, { at: 'first' }, { filters: { search } })).toEqual(found)
})

test('a range begins with its first moment and ends before its last one', async () => {
  const filters = { from: '2026-11-21T08:00:02.500Z', before: '2026-11-21T08:00:04.500Z' }
  expect(await read(sixty, { at: 'first' }, { filters })).toEqual([3, 2])
})

test('cached leads are found by the day of the week in India and by an answer, and not by a quotation', async () => {
  const answered = { ...untouched, answered_at: '2026-11-22T09:00:00Z' }
  const leads = [
    leadOf(3, { created_at: '2026-11-22T18:29:00Z', lead_handling: answered }),
    leadOf(2, { created_at: '2026-11-22T18:30:00Z', lead_handling: answered }),
    leadOf(1, { created_at: '2026-11-23T08:00:00Z' }),
  ]
  const found = async (filters: Partial<LeadFilters>) =>
    (await read(leads, { at: 'first' }, { filters })).length
  expect(await found({ weekday: '7' })).toBe(1)
  expect(await found({ weekday: '1' })).toBe(2)
  expect(await found({ weekday: '1', answered: 'yes' })).toBe(1)
  expect(await found({ reason: 'none' })).toBe(0)
})
