import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test, vi } from 'vitest'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { createConnectivity } from '@giftwell/shared/kernel/connectivity.ts'
import type { Database } from '@giftwell/shared/kernel/database.types.ts'
import { leadExport, linesOfLead } from './lead-tools.tsx'
import { exportList, exportName } from '../list/list-export.ts'
import { untouched } from './lead-handling.ts'
import type { Lead, LeadListing } from './lead-list.ts'

const lead: Lead = {
  id: 'id-1',
  name: 'Asha, Rao',
  company: '=1+1',
  email: 'asha@example.com',
  phone: '+91 98765 43210',
  message: 'one\n"two"',
  selected_products: ['Mug', 'Pen'],
  created_at: new Date(2026, 10, 5, 9, 7).toISOString(),
}

const everyLead: LeadListing = { filters: { search: '' }, order: 'newest' }

/** A backend that answers with these parts, one after the other, and notes what was read in its access log. */
function backendOf(parts: readonly (readonly Lead[])[], isLogging = true) {
  const asked: URLSearchParams[] = []
  const noted: unknown[] = []
  const answers = parts.values()
  const rest = new PostgrestClient<Database>('http://backend.test/rest/v1', {
    fetch: (input, init) => {
      if ((input instanceof Request ? input.url : input.toString()).endsWith('/rpc/record_access')) {
        noted.push(typeof init?.body === 'string' && JSON.parse(init.body))
        return Promise.resolve(
          isLogging
            ? new Response(null, { status: 204 })
            : Response.json({ message: 'The log is full' }, { status: 500 }),
        )
      }
      asked.push(new URL(input instanceof Request ? input.url : input).searchParams)
      return Promise.resolve(Response.json(answers.next().value))
    },
  })
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  const backend: Backend = {
    config,
    connectivity: createConnectivity(config),
    loadRest: () => Promise.resolve(rest),
    loadSupabase: () => Promise.reject(new Error('not needed')),
  }
  return { backend, asked, noted }
}

const options = () => ({ signal: new AbortController().signal, onProgress: vi.fn() })

test('a lead is a line of escaped cells, its date sortable and in the user’s time zone', async () => {
  const asked: Lead = {
    ...lead,
    id: '0abcdef1-2',
    needed_by: '2026-12-12',
    budget_per_gift: 800,
    delivery_city: 'Pune',
    wants_branding: true,
    source: 'linkedin',
    medium: 'cpc',
    campaign: 'diwali26',
    referrer: 'linkedin.com',
    landing_page: '/catalogue',
    lead_handling: {
      ...untouched,
      state: 'won',
      assigned_to: 'id-2',
      assigned_email: 'asha@example.com',
      notes: 2,
      due_on: '2026-12-01',
    },
    lead_items: [
      { position: 2, name: 'Pen', quantity: null, note: null },
      {
        position: 1,
        name: 'Mug',
        quantity: 400,
        note: '=1+1',
        colours: [
          { name: 'Red', quantity: 300 },
          { name: 'Blue', quantity: 100 },
        ],
      },
    ],
  }
  const { backend } = backendOf([[lead, { ...lead, message: null, selected_products: null }, asked]])
  const { content, count } = await exportList(leadExport(backend, everyLead), 'csv', options())
  expect(count).toBe(3)
  expect(content.type).toBe('text/csv;charset=utf-8')
  const bytes = new Uint8Array(await content.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    [
      'Name,Company,Email,Phone,Products,Message,Date,Quantities and notes,Needed by,Budget per gift,City,Branding,Reference,State,Assigned to,Notes,Quantity,Come back on,Colour,Source,Medium,Campaign,Referrer,Landing page',
      `"Asha, Rao",'=1+1,asha@example.com,+91 98765 43210,"Mug; Pen","one\n""two""",2026-11-05 09:07,,,,,,GW-ID-1,New,,,,,,,,,,`,
      `"Asha, Rao",'=1+1,asha@example.com,+91 98765 43210,,,2026-11-05 09:07,,,,,,GW-ID-1,New,,,,,,,,,,`,
      `"Asha, Rao",'=1+1,asha@example.com,+91 98765 43210,"Mug; Pen","one\n""two""",2026-11-05 09:07,"400 × Mug in Red (300), Blue (100) (=1+1); Pen",2026-12-12,800,Pune,Yes,GW-0ABCDEF1,Won,asha@example.com,2,400,2026-12-01,"Red; Blue",linkedin,cpc,diwali26,linkedin.com,/catalogue`,
      '',
    ].join('\r\n'),
  )
})

test('a file of one row per product and colour has the whole lead beside each, and a lead without products once', async () => {
  const asked: Lead = {
    ...lead,
    id: 'id-2',
    message: null,
    lead_items: [
      {
        position: 1,
        name: 'Mug',
        quantity: 400,
        note: 'Engraved',
        colours: [
          { name: 'Red', quantity: 300 },
          { name: 'Blue', quantity: 100 },
        ],
      },
      {
        position: 2,
        name: 'Pen',
        quantity: 50,
        note: null,
        colours: [
          { name: 'Red', quantity: null },
          { name: 'Blue', quantity: null },
        ],
      },
    ],
  }
  const { backend } = backendOf([
    [asked, { ...lead, message: null }, { ...lead, selected_products: null, message: null }],
  ])
  const list = { ...leadExport(backend, everyLead), rowsOf: linesOfLead }
  const { content, count } = await exportList(list, 'csv', options())
  expect(count).toBe(3)
  const rows = (await content.text()).trim().split('\r\n').slice(1)
  expect(
    rows.map((row) => row.replace(/^"Asha, Rao",'=1\+1,asha@example.com,\+91 98765 43210,/, '')),
  ).toEqual([
    'Mug,,2026-11-05 09:07,300 × Mug in Red (Engraved),,,,,GW-ID-2,New,,,300,,Red,,,,,',
    'Mug,,2026-11-05 09:07,100 × Mug in Blue (Engraved),,,,,GW-ID-2,New,,,100,,Blue,,,,,',
    'Pen,,2026-11-05 09:07,"50 × Pen in Red, Blue",,,,,GW-ID-2,New,,,50,,"Red; Blue",,,,,',
    'Mug,,2026-11-05 09:07,,,,,,GW-ID-1,New,,,,,,,,,,',
    'Pen,,2026-11-05 09:07,,,,,,GW-ID-1,New,,,,,,,,,,',
    ',,2026-11-05 09:07,,,,,,GW-ID-1,New,,,,,,,,,,',
  ])
})

test('each part begins after the last lead of the previous one, until one is not full', async () => {
  const full = Array.from({ length: 1000 }, (_none, position) => ({ ...lead, id: `id-${position}` }))
  const { backend, asked } = backendOf([full, full, []])
  const { signal, onProgress } = options()
  const { count } = await exportList(leadExport(backend, everyLead), 'csv', {
    signal,
    onProgress,
  })
  expect(count).toBe(2000)
  expect(onProgress.mock.calls).toEqual([[1000], [2000], [2000]])
  expect(asked.map((query) => query.get('limit'))).toEqual(['1000', '1000', '1000'])
  expect(asked.map((query) => query.get('or')?.includes('id.lt.id-999'))).toEqual([undefined, true, true])
})

test('the access log has each part of a file, and a file that it cannot have is not made', async () => {
  const full = Array.from({ length: 1000 }, (_none, position) => ({ ...lead, id: `id-${position}` }))
  const { backend, noted } = backendOf([full, [lead]])
  await exportList(leadExport(backend, everyLead), 'csv', options())
  expect(noted).toEqual([
    { action: 'exported', leads: full.map(({ id }) => id) },
    { action: 'exported', leads: ['id-1'] },
  ])
  const { backend: mute } = backendOf([[lead]], false)
  await expect(exportList(leadExport(mute, everyLead), 'csv', options())).rejects.toThrow('The log is full')
})

test('an erased lead has no address in the file', async () => {
  const erased = {
    ...lead,
    name: 'erased',
    email: 'erased@erased.invalid',
    erased_at: '2026-11-28T08:00:00Z',
  }
  const { backend } = backendOf([[erased]])
  const { content } = await exportList(leadExport(backend, everyLead), 'csv', options())
  expect(await content.text()).toContain("erased,'=1+1,erased,")
  expect(await content.text()).not.toContain('@erased.invalid')
})

test('the order of the list is that of the file', async () => {
  const full = Array.from({ length: 1000 }, (_none, position) => ({ ...lead, id: `id-${position}` }))
  const { backend, asked } = backendOf([full, []])
  await exportList(leadExport(backend, { ...everyLead, order: 'oldest' }), 'csv', options())
  expect(asked.map((query) => query.get('order'))).toEqual(Array(2).fill('created_at.asc,id.asc'))
  expect(asked[1]?.get('or')).toContain('id.gt.id-999')
})

test('a cancelled export rejects with the abort reason', async () => {
  const { backend } = backendOf([[lead]])
  const controller = new AbortController()
  controller.abort(new DOMException('No longer wanted', 'AbortError'))
  const { onProgress } = options()
  await expect(
    exportList(leadExport(backend, everyLead), 'csv', { signal: controller.signal, onProgress }),
  ).rejects.toThrow('No longer wanted')
  expect(onProgress).not.toHaveBeenCalled()
})

test('the file is named after the day', () => {
  const evening = new Date(2026, 10, 1, 23, 59)
  expect(exportName('Giftwell', 'leads', evening, 'csv')).toBe('giftwell-leads-2026-11-01.csv')
  expect(exportName('Gifts & Co.', 'leads', evening, 'csv')).toBe('gifts-co-leads-2026-11-01.csv')
})
