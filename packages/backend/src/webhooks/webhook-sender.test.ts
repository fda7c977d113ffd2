import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { isPublic, postToPublic } from './post-to-public.ts'
import { startWebhookSender } from './webhook-sender.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Received[] = []
let answer = (response: ServerResponse): unknown => response.end()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body })
    answer(response)
  })
})
await new Promise<void>((resolve) => {
  receiver.listen(0, '127.0.0.1', resolve)
})
afterAll(async () => {
  receiver.closeAllConnections()
  await new Promise((resolve) => {
    receiver.close(resolve)
  })
})
// A listening TCP server has such an address.
const { port } = receiver.address() as AddressInfo
const here = `http://127.0.0.1:${port}`

const server = sharedServer({}, { mailsEveryMs: 50, webhooksToLoopback: true })
const sql = async (statement: string, parameters: readonly unknown[] = []) =>
  (await server.database!.query(statement, parameters)).rows
let staff: SupabaseClient
beforeAll(async () => {
  staff = await server.signedIn(administrator)
})
beforeEach(async () => {
  received.length = 0
  answer = (response) => response.end()
  await sql('delete from private.webhooks where true')
})

/** A webhook to the receiver; the API takes none to this machine. */
async function listen(events: readonly string[], path = '/hook') {
  const { data: secret, error } = await staff.rpc('save_webhook', { address: 'https://example.com/', events })
  expect(error).toBeNull()
  const [row] = await sql('update private.webhooks set address = $1 where secret = $2 returning id::text', [
    `${here}${path}`,
    secret,
  ])
  return { id: String(row?.['id']), secret: String(secret) }
}

const states = async () =>
  (
    await sql(
      'select event, state, attempts, status, error from private.webhook_deliveries order by created_at',
    )
  ).map(({ event, state, attempts, status, error }) => [event, state, attempts, status, error])

async function inquire(name: string): Promise<string> {
  const { data, error } = await server.client().rpc('send_inquiry', {
    name,
    company: 'Meridian',
    email: `${name.toLowerCase()}@meridian.example`,
    phone: '+91 98765 43210',
    items: [],
  })
  expect(error).toBeNull()
  return String(data)
}

describe('an event', () => {
  it('is sent once, and the specification’s own library verifies it', async () => {
    const { secret } = await listen(['lead.created'])
    const reference = await inquire('Asha')
    await expect.poll(() => received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const event = recordOf(new Webhook(secret).verify(body, recordOf(headers) as Record<string, string>))
    expect(event).toMatchObject({
      type: 'lead.created',
      timestamp: expect.stringMatching(/^20/),
      data: { reference, name: 'Asha', company: 'Meridian', email: 'asha@meridian.example', state: 'new' },
    })
    expect(Object.keys(event)).toEqual(['type', 'timestamp', 'data'])
    expect(() => new Webhook(secret).verify(`${body} `, recordOf(headers) as Record<string, string>)).toThrow(
      /signature/,
    )
    await expect.poll(states).toEqual([['lead.created', 'sent', 1, 200, null]])
    expect(received).toHaveLength(1)
  })

  it('follows another at once, however many wait', async () => {
    await listen(['product.changed'])
    await sql(`insert into public.products (name) select 'Burst ' || n from generate_series(1, 40) as n`)
    const stop = startWebhookSender({ query: server.database!.query, toLoopback: true, everyMs: 400 })
    await expect.poll(() => received.length, { timeout: 3000 }).toBe(40)
    await stop()
  })

  it('does not wait for the receiver of another', async () => {
    await listen(['lead.created'], '/slow')
    const held: ServerResponse[] = []
    answer = (response) => (response.req.url === '/slow' ? held.push(response) : response.end())
    await inquire('Kavya')
    await expect.poll(() => held.length).toBe(1)
    await listen(['lead.created'], '/quick')
    await inquire('Naina')
    await expect.poll(() => received.filter(({ path }) => path === '/quick').length).toBe(1)
    await expect.poll(() => held.length).toBe(2)
    for (const response of held) response.end()
    await expect.poll(states).toEqual(Array.from({ length: 3 }, () => ['lead.created', 'sent', 1, 200, null]))
  })

  it('is not written where nothing listens', async () => {
    await inquire('Ravi')
    await staff.from('products').insert({ name: 'Lamp' })
    expect(await states()).toEqual([])
    await listen(['quotation.sent'])
    await inquire('Meera')
    expect(await states()).toEqual([])
  })

  it('of a lead or a product that changes says what it is now, without costs', async () => {
    await listen(['lead.changed', 'product.changed'])
    await inquire('Om')
    const { data: lead } = await staff.from('leads').select('id').eq('name', 'Om').single()
    await staff.rpc('handle_lead', { lead: lead?.id, kind: 'state', value: 'quoted' })
    const { data: product } = await staff.rpc('save_product', {
      product: { name: 'Steel bottle', terms: { supplier: 'Acme Metals', cost_paise: 24_567 } },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    })
    const types = () => received.map(({ body }) => recordOf(JSON.parse(body))['type'])
    await expect.poll(types).toEqual(['lead.changed', 'product.changed'])
    await staff.rpc('delete_records', { entity: 'products', ids: [product.id] })
    await expect.poll(() => received.length).toBe(3)
    const data = received.map(({ body }) => recordOf(recordOf(JSON.parse(body))['data']))
    expect(data).toMatchObject([
      { id: lead?.id, state: 'quoted' },
      { id: product.id, name: 'Steel bottle' },
      { id: product.id, is_deleted: true },
    ])
    expect(received.map(({ body }) => body).join()).not.toMatch(/Acme|24567|supplier|cost/)
  })

  it('has both signatures for a day after a rotation', async () => {
    const { id, secret } = await listen(['lead.created'])
    const { data: fresh } = await staff.rpc('rotate_webhook_secret', { webhook: id })
    await staff.rpc('test_webhook', { webhook: id })
    await expect.poll(() => received.length).toBe(1)
    const verifies = (by: string, { headers, body }: Received) =>
      new Webhook(by).verify(body, recordOf(headers) as Record<string, string>)
    for (const by of [secret, String(fresh)]) {
      expect(recordOf(verifies(by, received[0]!))['type']).toBe('test')
    }
    await sql(`update private.webhooks set rotated_at = now() - interval '25 hours'`)
    await staff.rpc('test_webhook', { webhook: id })
    await expect.poll(() => received.length).toBe(2)
    expect(() => verifies(secret, received[1]!)).toThrow(/signature/)
    verifies(String(fresh), received[1]!)
  })

  it('that is refused is tried again later, given up after the eighth attempt, and sent again on request', async () => {
    answer = (response) => response.writeHead(503).end('busy')
    const { id } = await listen(['lead.created'])
    await inquire('Farah')
    await expect.poll(states).toEqual([['lead.created', 'queued', 1, 503, 'status 503']])
    const [row] = await sql(
      `select round(extract(epoch from next_attempt_at - attempted_at))::int as pause from private.webhook_deliveries`,
    )
    expect(row?.['pause']).toBe(60)
    await sql(`update private.webhook_deliveries set attempts = 7, next_attempt_at = now()`)
    await expect.poll(states).toEqual([['lead.created', 'failed', 8, 503, 'status 503']])
    answer = (response) => response.end()
    const { data } = await staff.rpc('webhook_deliveries', { webhook: id })
    await staff.rpc('resend_webhook', { delivery: data[0].id })
    await expect.poll(states).toEqual([['lead.created', 'sent', 1, 200, null]])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // It tells when it happened, not when it was sent again.
    expect(new Set(received.map(({ body }) => recordOf(JSON.parse(body))['timestamp'])).size).toBe(1)
  })

  it('disables a receiver that answers 410, and a disabled one gets only tests', async () => {
    answer = (response) => response.writeHead(410).end()
    const { id } = await listen(['lead.created'])
    await inquire('Tara')
    await expect.poll(states).toEqual([['lead.created', 'failed', 1, 410, 'status 410']])
    expect((await staff.rpc('webhooks')).data).toMatchObject([{ is_enabled: false }])
    await inquire('Kiran')
    expect(await states()).toHaveLength(1)
    answer = (response) => response.end()
    await staff.rpc('test_webhook', { webhook: id })
    await expect.poll(states).toContainEqual(['test', 'sent', 1, 200, null])
  })

  it('is not sent on by a redirect to this machine', async () => {
    answer = (response) => response.writeHead(302, { location: `${here}/secret` }).end()
    const { id } = await listen(['lead.created'])
    await staff.rpc('test_webhook', { webhook: id })
    await expect.poll(states).toEqual([['test', 'failed', 1, 302, 'redirect']])
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('reaches a receiver once where two servers share the queue', async () => {
    const stop = startWebhookSender({ query: server.database!.query, toLoopback: true, everyMs: 10 })
    await listen(['lead.created'])
    const names = Array.from({ length: 8 }, (_, number) => `Buyer${number}`)
    for (const name of names) await inquire(name)
    await expect.poll(async () => (await states()).filter(([, state]) => state === 'sent').length).toBe(8)
    await stop()
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(8)
    expect(received).toHaveLength(8)
  })

  it('that a receiver does not answer holds no shutdown up, and stays queued', async () => {
    answer = () => {}
    const event = {
      id: 'e',
      attempt: 1,
      type: 'test',
      at: '',
      address: here,
      data: {},
      secrets: ['whsec_c2VjcmV0'],
    }
    const statements: string[] = []
    const stop = startWebhookSender({
      query: async (text) => {
        statements.push(text)
        return { rows: [{ events: JSON.stringify(statements.length === 1 ? [event] : []) }], affectedRows: 0 }
      },
      toLoopback: true,
      everyMs: 10,
    })
    await expect.poll(() => received.length).toBe(1)
    await stop()
    expect(new Set(statements)).toEqual(new Set(['select private.claim_webhooks()::text as events']))
  })

  it('waits once however often its record changes', async () => {
    await listen(['product.changed'])
    await sql(`update private.webhooks set is_enabled = false`)
    await sql(`select private.announce('product.changed', array[$1::uuid])`, [
      '00000000-0000-0000-0000-000000000001',
    ])
    expect(await states()).toEqual([])
    await server.database!.transaction(async (session) => {
      await session.query('update private.webhooks set is_enabled = true')
      for (let count = 0; count < 3; count += 1) {
        await session.query(`select private.announce('product.changed', array[$1::uuid])`, [
          '00000000-0000-0000-0000-000000000001',
        ])
      }
    })
    await expect.poll(states).toEqual([['product.changed', 'sent', 1, 200, null]])
  })
})

it('old events are removed by the maintenance', async () => {
  const { id } = await listen(['lead.created'])
  await sql(
    `insert into private.webhook_deliveries (webhook_id, event, state, queued_at)
     select $1, 'test', state, now() - make_interval(days => days)
     from (values ('sent', 6), ('sent', 8), ('failed', 8), ('failed', 31)) as old (state, days)`,
    [id],
  )
  await sql('select private.purge_expired()')
  expect(await states()).toHaveLength(2)
})

it('a secret and a message are read by no role of the API', async () => {
  await listen(['lead.created'])
  const { data } = await staff.rpc('webhooks')
  expect(JSON.stringify(data)).not.toContain('whsec_')
  const refused = await server
    .client()
    .rpc('save_webhook', { address: 'https://example.com/', events: ['lead.created'] })
  expect(refused.error?.code).toBe('42501')
  for (const address of [
    'http://example.com/',
    'https://user:pass@example.com/',
    'ftp://example.com',
    'https://',
  ]) {
    const { error } = await staff.rpc('save_webhook', { address, events: ['lead.created'] })
    expect(error?.code).toBe('22023')
  }
})

describe('an address that someone has typed', () => {
  const post = async (address: string, options: Partial<Parameters<typeof postToPublic>[1]> = {}) =>
    postToPublic(address, { headers: {}, body: '{}', ...options })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://0.0.0.0/',
    'https://localhost/',
  ])('%s is refused', async (address) => {
    expect(await post(address)).toEqual({ status: null, fault: 'private address' })
  })

  it('is refused where its name leads to this machine, also beside a public address', async () => {
    const resolve = ((_host: string, _options: object, callback: (...found: unknown[]) => void) => {
      callback(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
      // The one form of the function that is called.
    }) as never
    expect(await post('https://rebound.example/', { resolve })).toEqual({
      status: null,
      fault: 'private address',
    })
  })

  it('is resolved once for its connection', async () => {
    let asked = 0
    const resolve = ((_host: string, _options: object, callback: (...found: unknown[]) => void) => {
      asked += 1
      callback(null, [{ address: '127.0.0.1', family: 4 }])
      // The one form of the function that is called.
    }) as never
    const posted = await post(`http://receiver.example:${port}/`, { resolve, toLoopback: true })
    expect([posted, asked]).toEqual([{ status: 200, fault: null }, 1])
    expect(received[0]?.headers.host).toBe(`receiver.example:${port}`)
  })

  it('that answers slowly or without an end is left', async () => {
    answer = (response) => response.writeHead(200).write('.')
    expect(await post(here, { toLoopback: true, timeoutMs: 200 })).toEqual({ status: null, fault: 'timeout' })
    answer = (response) => {
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(64 * 1024), write)
      }
      write()
    }
    expect(await post(here, { toLoopback: true })).toEqual({ status: 200, fault: null })
  })

  it('is one of the internet’s', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true])
    expect(['192.0.2.1', '224.0.0.1', '::', '2002:7f00:1::', 'fec0::1'].some(isPublic)).toBe(false)
  })
})
