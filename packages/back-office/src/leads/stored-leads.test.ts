import { beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { storedLeads } from './stored-leads.ts'
import type { LeadNote } from './lead-handling.ts'
import type { Lead } from './lead-list.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'

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

function setUp() {
  const { sessionStorage, offlineStorage } = createMemoryPlatform()
  const area = offlineAreaOf(offlineStorage)
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    sessionStorage,
  )
  const save = () => storedLeads.store(backend, { area, userId }, new AbortController().signal)
  return { area, save, read: () => storedLeads.read({ area, userId }) }
}

test('the newest leads are cached with the time of the fetch', async () => {
  const { save, read } = setUp()
  expect(await read()).toBeNull()
  await save()
  expect(await read()).toMatchObject({ readAt: '2026-11-21T09:00:00.000Z', isWhole: true, rows: leads })
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
  const [quoted, other] = (await read())?.rows ?? []
  expect(quoted?.lead_handling).toEqual(handling)
  expect(quoted?.notes?.map(({ value }) => value)).toEqual(['Sent a quote', 'Called', 'email'])
  expect(quoted?.notes?.at(-1)?.lead_replies).toEqual(reply)
  expect(other?.notes).toEqual([])
  const { searchParams } = asked.find(({ pathname }) => pathname.endsWith('/lead_events')) ?? {}
  expect(searchParams?.get('kind')).toBe('in.(note,answered,received)')
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

test('a search looks at every text of a stored lead, its reference and the digits of its telephone', () => {
  const lead = leadOf(1, { phone: '+91 98765-43', message: 'Two mugs', delivery_city: 'Pune' })
  const text = storedLeads.textOf(lead)
  for (const part of ['Person 1', 'A company', 'person@', '98765-43', '919876543', 'Two mugs', 'Mug', 'Pune'])
    expect(text).toContain(part)
  expect(text).toContain('GW-00000000')
})
