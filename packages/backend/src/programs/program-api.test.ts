import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { errorSchema, leadSchema, productSchema, programRoutes, type Scope } from './program-routes.ts'

const server = sharedServer({ LOG_LEVEL: 'info' })
let staff: SupabaseClient
let all: string

beforeAll(async () => {
  staff = await server.signedIn(administrator)
  all = await makeKey(['read products', 'read leads', 'write products'])
  const { error } = await staff.from('categories').insert({ name: 'Drinkware' })
  expect(error).toBeNull()
  await staff.from('themes').insert({ name: 'Diwali' })
})

async function makeKey(scopes: readonly Scope[], name = 'Program'): Promise<string> {
  const { data, error } = await staff.rpc('make_api_key', { name, scopes })
  expect(error).toBeNull()
  return String(data)
}

interface Call {
  readonly key?: string | null
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

async function call(path: string, { key = all, method = 'GET', body, headers }: Call = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => recordOf(JSON.parse(text)) }
}

const pageOf = (record: z.ZodType) => z.strictObject({ data: z.array(record), next: z.string().nullable() })

async function inquire(name: string, items: readonly object[] = []): Promise<string> {
  const { data, error } = await server.client().rpc('send_inquiry', {
    name,
    company: 'Meridian',
    email: `${createHash('md5').update(name).digest('hex')}@meridian.example`,
    phone: '+91 98765 43210',
    items,
  })
  expect(error).toBeNull()
  return String(data)
}

describe('a key', () => {
  it('is stored as its hash alone, has a time of its last use, and ends when it is revoked', async () => {
    const key = await makeKey(['read leads'], 'Sheet')
    expect(key).toMatch(/^gw_[0-9a-f]{40}$/)
    const { rows } = await server.database!.query(
      `select to_jsonb(listed)::text as row, hash from private.api_keys as listed where name = 'Sheet'`,
    )
    expect(rows[0]?.['row']).not.toContain(key)
    expect((await call('/leads', { key })).status).toBe(200)
    const listed = async () =>
      (await staff.rpc('api_keys')).data.find(({ name }: { name: string }) => name === 'Sheet')
    expect(await listed()).toMatchObject({
      prefix: key.slice(0, 9),
      works: true,
      last_used_at: expect.any(String),
    })
    expect(JSON.stringify((await staff.rpc('api_keys')).data)).not.toContain(key)
    await staff.rpc('revoke_api_key', { key: (await listed()).id })
    expect((await call('/leads', { key })).status).toBe(401)
    expect(await listed()).toMatchObject({ works: false, revoked_by: administrator.email })
    const history = await staff
      .from('record_history')
      .select('kind')
      .eq('record_id', (await listed()).id)
      .order('number')
    expect(history.data).toEqual([{ kind: 'created' }, { kind: 'deleted' }])
  })

  it('ends with the rights of who made it', async () => {
    await server.database!.query(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'second@giftwell.test')`,
    )
    const key = await makeKey(['read leads'])
    const owner = `select id from auth.users where email = 'second@giftwell.test'`
    await server.database!.query(`update private.api_keys set made_by_id = (${owner}) where prefix = $1`, [
      key.slice(0, 9),
    ])
    expect((await call('/leads', { key })).status).toBe(401)
  })

  it('that is missing, wrong, revoked or sent otherwise is refused with one and the same answer', async () => {
    const answers = await Promise.all([
      call('/leads', { key: null }),
      call('/leads', { key: `gw_${'0'.repeat(40)}` }),
      call('/leads', { key: `${all}0` }),
      call(`/leads?key=${all}`, { key: null }),
      call('/leads', { key: null, headers: { authorization: `Basic ${btoa(`x:${all}`)}` } }),
      call('/leads?limit=wrong', { key: 'gw_' }),
    ])
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]?.text)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('opens what its rights say and nothing else', async () => {
    const reads = await makeKey(['read products'])
    expect((await call('/products', { key: reads })).status).toBe(200)
    const leads = await call('/leads', { key: reads })
    const write = await call('/products', { key: reads, method: 'POST', body: { name: 'Mug' } })
    expect([leads.status, write.status]).toEqual([403, 403])
    expect(leads.json()['error']).toEqual({
      code: 'forbidden',
      message: 'The key may not do this: it needs the right “read leads”.',
      field: null,
      rule: null,
    })
  })

  it('opens no other part of the API, and stands in no log', async () => {
    const response = await server.send('/rest/v1/leads', { token: all })
    expect(response.status).toBe(401)
    expect(server.logged.join('\n')).toContain('/api/v1/leads')
    expect(server.logged.join('\n')).not.toContain(all)
  })

  it('is of no use to a page of another origin', async () => {
    const answer = await call('/leads', { headers: { origin: 'https://other.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await call('/leads', { method: 'OPTIONS', key: null })
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('is made and revoked by administrators alone', async () => {
    const { error } = await server.client().rpc('make_api_key', { name: 'Mine', scopes: ['read leads'] })
    expect(error?.code).toBe('42501')
    expect((await server.client().rpc('api_keys')).data ?? []).toEqual([])
  })
})

describe('leads', () => {
  it('are read page by page with what they asked for, and each once', async () => {
    const since = new Date().toISOString()
    const { data: mug } = await staff
      .from('products')
      .insert({ name: 'Copper mug', is_sample: true })
      .select()
      .single()
    const references = [await inquire('Asha', [{ id: mug.id, name: 'Copper mug', quantity: 400 }])]
    for (const name of ['Ravi', 'Meera', 'Om', 'Tara']) references.push(await inquire(name))
    const read: unknown[] = []
    let next: string | null = ''
    while (next !== null) {
      const answer = await call(`/leads?since=${since}&limit=2${next === '' ? '' : `&cursor=${next}`}`)
      const page = pageOf(leadSchema).parse(answer.json())
      read.push(...page.data)
      next = page.next
    }
    const leads = z.array(leadSchema).parse(read)
    expect(leads.map(({ reference }) => reference)).toEqual(references)
    expect(leads[0]?.lines).toEqual([
      { product_id: mug.id, name: 'Copper mug', quantity: 400, note: null, colours: null },
    ])
  })

  it('that the seller has changed come again, a note alone changes nothing', async () => {
    const reference = await inquire('Kiran')
    const { data } = await staff.from('leads').select('id').eq('name', 'Kiran').single()
    const since = new Date().toISOString()
    const changed = async () => pageOf(leadSchema).parse((await call(`/leads?since=${since}`)).json()).data
    await staff.rpc('handle_lead', { lead: data?.id, kind: 'note', value: 'Called' })
    expect(await changed()).toEqual([])
    const { error } = await staff.rpc('handle_lead', { lead: data?.id, kind: 'state', value: 'won' })
    expect(error).toBeNull()
    expect(await changed()).toMatchObject([{ reference, state: 'won' }])
  })

  it('as CSV are guarded against formulas, and a link leads on', async () => {
    const since = new Date().toISOString()
    await inquire('=HYPERLINK("http://evil.example")')
    await inquire('Second, with comma')
    const first = await call(`/leads.csv?since=${since}&limit=1`)
    expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(first.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await call(link.slice(link.indexOf('/leads.csv')))
    expect(second.text).toContain('"Second, with comma"')
    expect(second.headers.get('link')).toBeNull()
    expect(second.text.split('\r\n')).toHaveLength(3)
  })

  it('that a key has read stand in the access log with its name', async () => {
    const key = await makeKey(['read leads'], 'CRM')
    await call('/leads', { key })
    const { data } = await staff.from('access_log').select('action, actor_email').like('actor_email', '%CRM%')
    expect(data?.[0]).toEqual({ action: 'exported', actor_email: `API key “CRM” (${key.slice(0, 9)}…)` })
  })
})

describe('an input that is wrong is answered with its field and its rule', () => {
  it.each([
    ['/leads?limit=201', 'limit'],
    ['/leads?limit=0', 'limit'],
    ['/leads?limit=1&limit=2', 'limit'],
    ['/leads?since=yesterday', 'since'],
    ['/leads?since=0000-01-01', 'since'],
    ["/leads?since=2026-01-01';drop table leads--", 'since'],
    ['/leads?cursor=WyJub3ciLDFd', 'cursor'],
    [`/leads?cursor=${Buffer.from(`["2026-01-01T00:00:00Z","' or 1=1"]`).toString('base64url')}`, 'cursor'],
    ['/leads?sort=name', 'sort'],
    ['/products?page=2', 'page'],
  ])('%s', async (path, field) => {
    const answer = await call(path)
    expect(answer.status).toBe(400)
    const { error } = errorSchema.parse(answer.json())
    expect(error).toMatchObject({ code: 'invalid', field, rule: expect.stringMatching(/\w/) })
  })

  it.each<[string, unknown, string | null]>([
    ['a field that is unknown', { name: 'Mug', cost_paise: 1 }, 'cost_paise'],
    ['no name', { code: 'X-1' }, 'name'],
    ['a name of blanks', { name: '  ' }, 'name'],
    ['a text that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a number as a text', { name: 'Mug', weight_g: '12' }, 'weight_g'],
    ['a band that there is not', { name: 'Mug', budget: 'cheap' }, 'budget'],
    ['a category that there is not', { name: 'Mug', category: 'Nothing' }, 'category'],
    ['a theme that there is not', { name: 'Mug', themes: ['Diwali', 'Nothing'] }, 'themes'],
    ['days in the wrong order', { name: 'Mug', lead_days_from: 9, lead_days_to: 2 }, 'lead_days_to'],
    ['an address that is none', { name: 'Mug', image_url: 'javascript:alert(1)' }, 'image_url'],
    ['no JSON', '{"name":', null],
    ['no object', [1], null],
  ])('a product with %s', async (_what, body, field) => {
    const answer = await call('/products', { method: 'POST', body })
    expect(answer.status).toBe(400)
    expect(errorSchema.parse(answer.json()).error).toMatchObject({ field })
  })

  it('a large body, another type and another method have their own answers', async () => {
    const large = await call('/products', { method: 'POST', body: { name: 'x'.repeat(10_000_000) } })
    expect([large.status, large.json()]).toMatchObject([413, { error: { code: 'too_large' } }])
    const plain = await call('/products', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(plain.status).toBe(415)
    const removal = await call('/products', { method: 'DELETE' })
    expect([removal.status, removal.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD'])
    expect((await call('/nothing')).status).toBe(404)
  })
})

describe('products', () => {
  it('are written by the names of their lists, and read back', async () => {
    const since = new Date().toISOString()
    const body = {
      name: 'Steel bottle',
      code: 'SB-1',
      category: 'drinkware',
      budget: 'Rs.500-1000',
      themes: ['Diwali'],
      is_sample: true,
    }
    const made = await call('/products', { method: 'POST', body })
    expect(made.status).toBe(201)
    const product = productSchema.parse(made.json())
    expect(product).toMatchObject({ ...body, category: 'Drinkware' })
    const listed = pageOf(productSchema).parse((await call(`/products?since=${since}`)).json())
    expect(listed.data).toEqual([product])
    const { data } = await staff
      .from('record_history')
      .select('kind, actor_id')
      .eq('record_id', product.id)
      .eq('kind', 'created')
    expect(data).toHaveLength(1)

    const changed = await call(`/products/${product.id}`, { method: 'PATCH', body: { weight_g: 350 } })
    expect(productSchema.parse(changed.json())).toMatchObject({
      ...body,
      category: 'Drinkware',
      weight_g: 350,
      version: 2,
    })
    const stale = await call(`/products/${product.id}`, {
      method: 'PATCH',
      body: { weight_g: 1, version: 1 },
    })
    expect([stale.status, stale.json()]).toMatchObject([
      409,
      { error: { code: 'changed', field: 'version' } },
    ])
    const again = await call('/products', { method: 'POST', body: { name: 'Other', code: 'sb-1' } })
    expect([again.status, again.json()]).toMatchObject([409, { error: { code: 'taken', field: 'code' } }])
    const gone = await call(`/products/${crypto.randomUUID()}`, { method: 'PATCH', body: { name: 'x' } })
    expect(gone.status).toBe(404)
    expect((await call('/products/nothing', { method: 'PATCH', body: { name: 'x' } })).status).toBe(404)
  })

  it('have nothing of suppliers, costs and prices', async () => {
    const { data } = await staff.from('products').insert({ name: 'Lamp' }).select().single()
    await staff
      .from('product_terms')
      .insert({ product_id: data.id, supplier: 'Acme Metals', cost_paise: 24_567 })
    const { text } = await call('/products?limit=200')
    expect(text).toContain('Lamp')
    expect(text).not.toMatch(/Acme|24567|cost|supplier/)
  })

  it('keep facts that a program does not know', async () => {
    const { data } = await staff.rpc('save_product', {
      product: { name: 'Set', terms: { supplier: 'Acme' }, colours: [{ name: 'Red', hex: '#b3402e' }] },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    })
    await call(`/products/${data.id}`, { method: 'PATCH', body: { description: 'Three parts' } })
    const { data: saved } = await staff
      .from('products')
      .select('name, description, product_colours(name), product_terms(supplier)')
      .eq('id', data.id)
      .single()
    expect(saved).toMatchObject({
      name: 'Set',
      description: 'Three parts',
      product_colours: [{ name: 'Red' }],
    })
    expect(JSON.stringify(saved)).toContain('Acme')
  })

  it('are not written by a key that is revoked meanwhile', async () => {
    const key = await makeKey(['write products'])
    // The body arrives after the key was opened.
    const writing = request(`${server.url}/api/v1/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    const status = new Promise((resolve) => writing.on('response', ({ statusCode }) => resolve(statusCode)))
    writing.write('{"name": ')
    const used = async () =>
      (
        await server.database!.query('select last_used_at from private.api_keys where prefix = $1', [
          key.slice(0, 9),
        ])
      ).rows[0]?.['last_used_at']
    await expect.poll(used).not.toBeNull()
    await server.database!.query('update private.api_keys set revoked_at = now() where prefix = $1', [
      key.slice(0, 9),
    ])
    writing.end('"Late"}')
    expect(await status).toBe(401)
    expect((await staff.from('products').select('id').eq('name', 'Late')).data).toEqual([])
  })
})

it('the OpenAPI document is public and describes every route that the server answers', async () => {
  const answer = await call('/openapi.json', { key: null })
  expect(answer.status).toBe(200)
  const { paths, openapi } = answer.json()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(recordOf(paths)).flatMap(([path, methods]) =>
    Object.keys(recordOf(methods)).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  )
  expect(described.toSorted()).toEqual(
    programRoutes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  expect(answer.text).toContain('"maximum":365')
})

it('requests are limited per key, and wrong keys per network, on a clock of their own', async () => {
  let now = 0
  const limited = await startTestServer({}, { now: () => now })
  try {
    const admin = await limited.signedIn(administrator)
    const { data: key } = await admin.rpc('make_api_key', { name: 'Busy', scopes: ['read leads'] })
    const status = async (sent: string) =>
      fetch(`${limited.url}/api/v1/leads`, { headers: { authorization: `Bearer ${sent}` } })
    for (let count = 0; count < 120; count += 1) expect((await status(String(key))).status).toBe(200)
    const over = await status(String(key))
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '1'])
    expect(errorSchema.parse(await over.json()).error.code).toBe('too_many_requests')
    const wrong = `gw_${'1'.repeat(40)}`
    for (let count = 0; count < 60; count += 1) expect((await status(wrong)).status).toBe(401)
    expect((await status(wrong)).status).toBe(429)
    now += 3_600_000
    expect((await status(String(key))).status).toBe(200)
  } finally {
    await limited.close()
  }
})
