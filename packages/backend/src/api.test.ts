import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from './testing/clients-of.ts'
import { pngPicture } from './testing/picture.ts'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

let anyone: SupabaseClient
let customer: SupabaseClient
let admin: SupabaseClient
const customerCredentials = { email: 'customer@giftwell.test', password: 'a customer' }

const server = sharedServer()
beforeAll(async () => {
  anyone = server.client()
  admin = await server.signedIn(administrator)
  await anyone.auth.signUp(customerCredentials)
  await server.press((await server.mails()).at(-1))
  customer = await server.signedIn(customerCredentials)
})

const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '+91 98 7654 3210' }

/** A request without supabase-js. */
async function raw(path: string, init: RequestInit & { as?: SupabaseClient } = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', server.publishableKey)
  if (init.as !== undefined) headers.set('authorization', `Bearer ${await tokenOf(init.as)}`)
  return fetch(`${server.url}${path}`, { ...init, headers })
}

describe('leads', () => {
  it('anyone can insert a lead, and administrators can read it', async () => {
    expect((await anyone.from('leads').insert({ ...lead, message: 'from the form' })).status).toBe(201)
    const { data } = await admin.from('leads').select().eq('message', 'from the form').single()
    expect(data).toMatchObject(lead)
    expect((await customer.from('leads').select()).data).toEqual([])
    expect((await anyone.from('leads').select()).error?.code).toBe('42501')
  })

  it('the server sets the id and date of a lead', async () => {
    const forged = {
      id: '00000000-0000-4000-8000-000000000001',
      created_at: '2001-01-01T00:00:00Z',
      message: 'forged',
    }
    await anyone.from('leads').insert({ ...lead, ...forged })
    const { data } = await admin.from('leads').select().eq('message', 'forged').single()
    expect(data?.id).not.toBe(forged.id)
    expect(Math.abs(Date.parse(String(data?.created_at)) - Date.now())).toBeLessThan(60_000)
  })

  it('a request with two leads is rejected', async () => {
    const { error } = await anyone.from('leads').insert([lead, lead])
    expect(error?.message).toBe('Send one inquiry at a time')
  })

  it('the date of a lead is ISO 8601', async () => {
    const { data } = await admin.from('leads').select('created_at').limit(1).single()
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })
})

describe('the catalogue', () => {
  interface Page {
    total: number
    products: { name: string }[]
    next: string | null
  }
  const pageFor = async (client: SupabaseClient, args: object = {}): Promise<Page> =>
    (await client.rpc('catalogue_page', { page_size: 15, ...args })).data as Page

  beforeAll(async () => {
    const products = Array.from({ length: 20 }, (_, index) => ({
      name: `Gift ${index}`,
      is_sample: true,
      is_featured: index < 8,
    }))
    await admin
      .from('products')
      .insert([...products, { name: 'Unseen', is_sample: false }])
      .throwOnError()
  })

  it('the catalogue shows visitors the preview of 12 and the total, for any page size and filter', async () => {
    const visitors = await pageFor(anyone)
    expect([visitors.products.length, visitors.total, visitors.next]).toEqual([12, 20, null])
    const customers = await pageFor(customer)
    const further = await pageFor(anyone, { after: customers.next, page_size: 100 })
    expect(further.products).toEqual(visitors.products)
  })

  it('the catalogue shows customers every product, page by page', async () => {
    const first = await pageFor(customer)
    const second = await pageFor(customer, { after: first.next })
    const names = [...first.products, ...second.products].map(({ name }) => name)
    expect(names).toHaveLength(20)
    expect(new Set(names).size).toBe(20)
    expect(second.next).toBeNull()
  })

  it('the products table shows each role only the rows it may read', async () => {
    const seen = async (client: SupabaseClient): Promise<unknown> =>
      (await client.from('products').select('id')).data?.length
    expect(await Promise.all([anyone, customer, admin].map(seen))).toEqual([6, 20, 21])
  })
})

describe('errors of the database', () => {
  it('a violated rule is 400 with its code', async () => {
    const { error, status } = await anyone.from('leads').insert({ ...lead, email: 'nobody' })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('leads_email_form') as string,
    })
  })

  it('a duplicate name is 409 with its code', async () => {
    await admin.from('themes').insert({ name: 'Taken' })
    const { error, status } = await admin.from('themes').insert({ name: 'taken' })
    expect([status, error?.code]).toEqual([409, '23505'])
  })

  it('an internal database error is 500 without details, and its kind is logged', async () => {
    // A table of Auth is missing for a moment.
    const rename = async (from: string, to: string) =>
      server.database?.transaction(async ({ run }) => run(`alter table auth.${from} rename to ${to}`))
    await rename('sessions', 'sessions_away')
    const answer = await raw('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify(customerCredentials),
    })
    await rename('sessions_away', 'sessions')
    expect(answer.status).toBe(500)
    const id = answer.headers.get('x-request-id')!
    expect(await answer.json()).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Internal server error',
    })
    const lines = server.logged.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as unknown)
    expect(lines).toMatchObject([
      { level: 'error', id, method: 'POST', path: '/auth/v1/token', status: 500, error: expect.any(String) },
    ])
  })

  it('a change or deletion of a whole table is rejected', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await raw('/rest/v1/themes', {
        method,
        as: admin,
        headers: { 'content-type': 'application/json' },
        body: method === 'PATCH' ? '{"name":"x"}' : null,
      })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('requires a WHERE clause')
    }
  })
})

describe('the database', () => {
  it.each(['pg_trgm', 'unaccent', 'citext', 'pgcrypto', 'uuid-ossp'])(
    'the database has the extension %s',
    async (extension) => {
      await server.database?.transaction(async (session) =>
        session.run(`create extension if not exists "${extension}" with schema extensions`),
      )
      const rows = await server.database?.transaction(async (session) =>
        session.query('select extname from pg_extension where extname = $1', [extension]),
      )
      expect(rows?.rows).toEqual([{ extname: extension }])
    },
  )
})

describe('rights', () => {
  it('users cannot change is_admin', async () => {
    const { data: user } = await customer.auth.getUser()
    for (const client of [anyone, customer, admin]) {
      await client.from('profiles').update({ is_admin: true }).eq('id', user.user!.id)
      await client.from('profiles').upsert({ id: user.user!.id, is_admin: true })
    }
    const { data } = await customer.from('profiles').select('is_admin').single()
    expect(data).toEqual({ is_admin: false })
  })

  it('rights revoked by a migration are not granted again by the first requests', async () => {
    const { error } = await customer.from('profiles').update({ is_admin: true }).eq('is_admin', false)
    expect(error).toMatchObject({ code: '42501', message: 'permission denied for table profiles' })
  })

  it('requests need the publishable key, and browsers cannot use the secret one', async () => {
    const answer = await raw('/rest/v1/themes', { headers: { apikey: 'sb_publishable_other' } })
    expect(answer.status).toBe(401)
    expect((await fetch(`${server.url}/rest/v1/themes`)).status).toBe(401)
  })

  it('only the exposed schema can be reached', async () => {
    for (const schema of ['auth', 'private', 'backend', 'storage', 'supabase_migrations']) {
      const answer = await raw('/rest/v1/users', { headers: { 'accept-profile': schema } })
      expect(answer.status).toBe(406)
    }
    expect((await raw('/rest/v1/auth.users')).status).toBe(404)
  })

  it('the library’s own pages are hidden', async () => {
    for (const path of ['/_system/config', '/_system/introspect', '/studio']) {
      expect(await (await raw(path)).text()).toContain('<title>Giftwell</title>')
    }
  })

  it('concurrent requests of all roles have their own rights', async () => {
    await anyone.from('leads').insert(lead)
    const counts = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const { data } = await [anyone, customer, admin][index % 3]!.from('leads').select('id').limit(1)
        return data?.length ?? -1
      }),
    )
    expect(counts).toEqual(Array.from({ length: 24 }, (_, index) => [-1, 0, 1][index % 3]))
  })
})

describe('bodies', () => {
  const large = (bytes: number): string => JSON.stringify({ ...lead, message: 'x'.repeat(bytes) })

  it('a body that is too large is 413', async () => {
    const answer = await raw('/rest/v1/leads', { method: 'POST', body: large(256 * 1024) })
    expect(answer.status).toBe(413)
    expect((await raw('/auth/v1/signup', { method: 'POST', body: large(256 * 1024) })).status).toBe(413)
  })

  it('a chunked body that is too large is 413', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = httpRequest(
        `${server.url}/rest/v1/leads`,
        { method: 'POST', headers: { apikey: server.publishableKey, 'transfer-encoding': 'chunked' } },
        (response) => resolve(response.resume().statusCode),
      )
      upload.on('error', reject)
      for (let sent = 0; sent < 300; sent += 1) upload.write('x'.repeat(1024))
      upload.end()
    })
    expect(status).toBe(413)
  })
})

describe('answers', () => {
  it('a long response is compressed', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ title: `Gifts ${index}`, value: '10,000+' }))
    await admin.from('stats_blocks').insert(rows)
    const answer = await raw('/rest/v1/stats_blocks', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(await answer.json()).toHaveLength(40)
  })

  it('an API response is not cacheable', async () => {
    for (const path of ['/rest/v1/leads', '/auth/v1/settings', '/storage/v1/bucket']) {
      expect((await raw(path)).headers.get('cache-control')).toBe('no-store')
    }
  })

  it('pages of any origin may read responses, with a preflight request', async () => {
    const preflight = await fetch(`${server.url}/auth/v1/token`, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,content-type')
    for (const path of ['/rest/v1/leads', '/auth/v1/settings', '/storage/v1/bucket']) {
      const answer = await raw(path)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
    }
  })

  it('the Realtime ping is an empty response to pages of any origin', async () => {
    const path = '/realtime/v1/api/ping'
    const preflight = await fetch(`${server.url}${path}`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' },
    })
    const answer = await raw(path)
    expect([preflight.status, answer.status]).toEqual([204, 204])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('content-type')).not.toMatch(/json|html/)
  })

  it('an API response has the security headers', async () => {
    const answer = await fetch(`${server.url}/catalogue`)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy?.match(/unsafe-inline/g)).toHaveLength(1)
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect((await raw('/rest/v1/themes')).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('robots.txt and the sitemap name the address that the server has', async () => {
    for (const path of ['robots.txt', 'sitemap.xml']) {
      const text = await (await fetch(`${server.url}/${path}`)).text()
      expect([path, text.match(/https?:\/\/127[^/]*/)?.[0]]).toEqual([path, server.url])
    }
  })

  /** Nothing is set, and no product is the demo's. */
  const site = { own_products: expect.any(Number) }

  it('config.json tells the website its backend and no secret', async () => {
    const answer = await fetch(`${server.url}/config.json`, { headers: { 'x-own-origin': '1' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    // A busy database's part is left out.
    expect({ ...JSON.parse(text), site: undefined }).toEqual({
      supabaseUrl: '/',
      supabaseKey: server.publishableKey,
    })
    expect(text).not.toContain('sb_secret_')
  })

  it('config.json tells a program, which has no origin of its own, the one that it requested', async () => {
    const answer = await fetch(`${server.url}/config.json`)
    expect({ ...(await answer.json()), site: undefined }).toEqual({
      supabaseUrl: server.url,
      supabaseKey: server.publishableKey,
    })
  })

  it('config.json brings what the owner has set of the site', async () => {
    const admin = await server.signedIn(administrator)
    // The first administrator is notified of new leads.
    const { data } = await admin.from('site_settings').select('notice_emails')
    expect(data).toEqual([{ notice_emails: [administrator.email] }])
    await admin.from('site_settings').update({ name: 'Meridian Gifts' }).gte('version', 0)
    const config = async () => Object(await (await fetch(`${server.url}/config.json`)).json())
    await expect.poll(async () => (await config()).site).toEqual({ ...site, name: 'Meridian Gifts' })
    await admin.from('site_settings').delete().eq('name', 'Meridian Gifts')
    await expect.poll(async () => (await config()).site).toEqual(site)
  })
})

describe('images', () => {
  const png = (note = '', bytes = 0): File => pngPicture({ note, bytes })
  const other = (text: string, type: string): File => new File([text], 'photo.png', { type })
  const bucket = (client: SupabaseClient) => client.storage.from('product-images')
  const publicUrl = (name: string): string => bucket(anyone).getPublicUrl(name).data.publicUrl

  it('administrators upload images as a browser does, and anyone can see them', async () => {
    const { data, error } = await bucket(admin).upload('0.101.png', png())
    expect(error).toBeNull()
    expect(data?.path).toBe('0.101.png')
    const image = await fetch(publicUrl('0.101.png'))
    expect(await image.bytes()).toEqual(await png().bytes())
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  it('an image is not sent again to a browser that has it', async () => {
    await bucket(admin).upload('0.102.png', png())
    const etag = (await fetch(publicUrl('0.102.png'))).headers.get('etag')!
    const again = await fetch(publicUrl('0.102.png'), { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const head = await fetch(publicUrl('0.102.png'), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(png().size)])
    expect((await fetch(publicUrl('0.102.png'), { method: 'POST' })).status).toBe(405)
  })

  it('other roles cannot upload images', async () => {
    for (const client of [anyone, customer]) {
      const { error } = await bucket(client).upload('0.103.png', png())
      expect(error).toMatchObject({ statusCode: '403' })
    }
    expect((await fetch(publicUrl('0.103.png'))).status).toBe(404)
  })

  it.each([
    ['a drawing that runs scripts', '0.104.svg', other('<svg/>', 'image/svg+xml'), '400'],
    ['a drawing under another name', '0.104.png', other('<svg/>', 'image/svg+xml'), '415'],
    ['a page', '0.104.html', other('<script>', 'text/html'), '400'],
    ['a name that is no number', 'photo.png', png(), '400'],
    ['a path', '1/0.104.png', png(), '400'],
    ['a file above 5 MiB', '0.104.png', png('', 5 * 1024 * 1024 + 1), '413'],
    ['a file above 6 MiB', '0.104.png', png('', 6 * 1024 * 1024), '413'],
  ])('an image cannot be %s', async (_, name, file, statusCode) => {
    const { error } = await bucket(admin).upload(name, file)
    expect(error).toMatchObject({ statusCode })
    expect(await readdir(join(server.dataFolder, 'storage', 'product-images'))).not.toContain(name)
  })

  it('an image may have 5 MiB', async () => {
    expect((await bucket(admin).upload('0.105.png', png('', 5 * 1024 * 1024))).error).toBeNull()
  })

  it('an image is never overwritten', async () => {
    await bucket(admin).upload('0.107.png', png('first'))
    for (const options of [{}, { upsert: true }]) {
      const { error } = await bucket(admin).upload('0.107.png', png('second'), options)
      expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    }
    expect((await bucket(admin).update('0.107.png', png('third'))).error).not.toBeNull()
    expect(await (await fetch(publicUrl('0.107.png'))).bytes()).toEqual(await png('first').bytes())
  })

  it('only administrators can remove images', async () => {
    await bucket(admin).upload('0.108.png', png())
    for (const client of [anyone, customer]) await bucket(client).remove(['0.108.png'])
    expect((await fetch(publicUrl('0.108.png'))).status).toBe(200)
    expect((await bucket(admin).remove(['0.108.png'])).data).toHaveLength(1)
    expect((await fetch(publicUrl('0.108.png'))).status).toBe(404)
  })

  it('emptying the bucket through the API is rejected and removes no image', async () => {
    await bucket(admin).upload('0.109.png', png())
    expect((await admin.storage.emptyBucket('product-images')).error).toMatchObject({ statusCode: '403' })
    expect((await admin.storage.createBucket('other')).error).toMatchObject({ statusCode: '403' })
    expect((await fetch(publicUrl('0.109.png'))).status).toBe(200)
  })

  it.each([
    '..%2f..%2fsecrets.json',
    '..%5csecrets.json',
    '%2e%2e/secrets.json',
    '0.101.png%00',
    '0.101.png/',
  ])('an image name cannot lead out of the folder: %s', async (name) => {
    const answer = await fetch(`${server.url}/storage/v1/object/public/product-images/${name}`)
    expect(answer.ok).toBe(false)
    expect(await answer.text()).not.toContain('jwtSecret')
  })
})
