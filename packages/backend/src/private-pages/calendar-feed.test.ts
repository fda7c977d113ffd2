import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createMemoryQuotas } from '../rate-limit/rate-limiter.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { type CalendarDays, calendarText, createCalendarFeed } from './calendar-feed.ts'

const site = 'https://gifts.example'
const day: CalendarDays['days'][number] = {
  kind: 'follow_up',
  id: '0abcdef1-0000-4000-8000-000000000001',
  company: 'Nova',
  name: 'Asha Rao',
  number: null,
  day: '2026-12-05',
  created_at: '2026-11-20T10:00:00.5+00:00',
}

describe('the text of a calendar feed', () => {
  it('has events of whole days with stable names', () => {
    const text = calendarText({ site: 'Gifts, Ltd', days: [day] }, site)
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        String.raw`X-WR-CALNAME:Gifts\, Ltd`,
        `UID:follow_up-${day.id}@gifts.example`,
        'DTSTAMP:20261120T100000Z',
        'DTSTART;VALUE=DATE:20261205',
        'TRANSP:TRANSPARENT',
        String.raw`SUMMARY:Follow up: Nova\, Asha Rao`,
        'END:VCALENDAR',
      ]),
    )
    expect(calendarText({ site: 'Gifts, Ltd', days: [day] }, site)).toBe(text)
  })

  it('a quotation is named by its number and leads to it', () => {
    const quotation = { ...day, kind: 'valid_until' as const, number: 'GW2627/0001' }
    const text = calendarText({ site: null, days: [quotation] }, site).replaceAll('\r\n ', '')
    expect(text).toContain(String.raw`SUMMARY:Quotation valid until: GW2627/0001\, Nova\, Asha Rao`)
    expect(text).toContain(`URL;VALUE=URI:${site}/admin/quotations/${day.id}\r\n`)
  })

  it('no text of a buyer begins a line of its own or makes one longer than 75 octets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 200 }),
        (company, name) => {
          const text = calendarText({ site: company, days: [{ ...day, company, name }] }, site)
          expect(text.endsWith('\r\n')).toBe(true)
          const lines = text.slice(0, -2).split('\r\n')
          for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          const unfolded = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
          for (const line of unfolded) expect(line).toMatch(/^[A-Z-]+[:;][^\p{Cc}]*$/u)
          expect(unfolded.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
        },
      ),
    )
  })
})

describe('a feed of a hosted project', () => {
  const feed = (open: (name: string, token: string) => Promise<unknown>) => {
    const answer = createCalendarFeed(site, open, createMemoryQuotas())
    return async (path: string, init?: RequestInit) =>
      answer(new Request(`${site}${path}`, init), '192.0.2.1')
  }

  it('is asked of it by the token, and answered with 404 or 503 where it opens none or fails', async () => {
    const open = vi.fn<() => Promise<unknown>>(async () => ({ site: 'Gifts', days: [day] }))
    const get = feed(open)
    expect((await get(`/calendar/${'a1'.repeat(32)}.ics`))?.status).toBe(200)
    expect(open).toHaveBeenCalledWith('open_calendar', 'a1'.repeat(32), '192.0.2.1')
    open.mockResolvedValue(null)
    expect((await get('/calendar/wrong.ics'))?.status).toBe(404)
    open.mockRejectedValue(new Error('down'))
    expect((await get(`/calendar/${'a1'.repeat(32)}.ics`))?.status).toBe(503)
    expect(await get('/calendar')).toBeNull()
    expect(await get('/catalogue')).toBeNull()
  })
})

describe('GET /calendar/<token>.ics', { timeout: 60_000 }, () => {
  let time = 0
  const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1', LOG_LEVEL: 'info' }, { now: () => time })
  let token = ''
  let person = ''
  const get = (
    path: string,
    init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
    address = '192.0.2.7',
  ) => fetch(`${server.url}${path}`, { ...init, headers: { 'x-forwarded-for': address, ...init.headers } })
  beforeAll(async () => {
    const client = await server.signedIn(administrator)
    const { data, error } = await client.rpc('make_calendar_link')
    expect(error).toBeNull()
    token = String(data)
    const { rows } = await server.database!.query(
      `with lead as (
         insert into public.leads (name, company, email, phone, needed_by) values ('Asha', 'Nova', 'asha@nova.example', '1', '2999-12-31') returning id
       ) select id from lead`,
    )
    await server.database!.query(
      `update public.lead_handling set assigned_to = users.id from auth.users where lead_id = $1 and users.email = $2`,
      [rows[0]?.['id'], administrator.email],
    )
    const account = await server.database!.query('select id from auth.users where email = $1', [
      administrator.email,
    ])
    person = String(account.rows[0]?.['id'])
  })
  afterAll(() => {
    expect(server.logged.join('\n')).not.toContain(token)
  })

  it('is the calendar of its person, which nothing in between caches', async () => {
    const response = await get(`/calendar/${token}.ics`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(await response.text()).toContain(String.raw`SUMMARY:Needed by: Nova\, Asha`)
  })

  it('is not sent again to a client that has it, and HEAD sends none', async () => {
    const etag =
      (await get(`/calendar/${token}.ics`, { headers: { 'accept-encoding': 'identity' } })).headers.get(
        'etag',
      ) ?? ''
    expect(etag).not.toBe('')
    const again = await get(`/calendar/${token}.ics`, {
      headers: { 'accept-encoding': 'identity', 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const head = await get(`/calendar/${token}.ics`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with 405', async (method) => {
    const response = await get(`/calendar/${token}.ics`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('answers every token that opens none alike', async () => {
    const answers = await Promise.all(
      ['wrong', '0'.repeat(64), `${token}0`, '%00', 'a'.repeat(300)].map(async (wrong) => {
        const response = await get(`/calendar/${wrong}.ics`)
        const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers)
        return { status: response.status, headers, body: await response.text() }
      }),
    )
    expect(answers[0]?.status).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('answers a client that has tried many wrong ones with 404 for a while', async () => {
    for (let tried = 0; tried < 60; tried += 1) await get('/calendar/wrong.ics', {}, '198.51.100.7')
    expect((await get(`/calendar/${token}.ics`, {}, '198.51.100.7')).status).toBe(404)
    expect((await get(`/calendar/${token}.ics`)).status).toBe(200)
    time += 3_600_000
    expect((await get(`/calendar/${token}.ics`, {}, '198.51.100.7')).status).toBe(200)
  })

  it('its token is in no line of the log', () => {
    expect(server.logged.some((line) => line.includes('"/calendar/*"'))).toBe(true)
  })

  it('ends with the role of its person', async () => {
    await server.database!.query(
      'update public.profiles set is_admin = false, is_sales = false where id = $1',
      [person],
    )
    expect((await get(`/calendar/${token}.ics`)).status).toBe(404)
  })
})
