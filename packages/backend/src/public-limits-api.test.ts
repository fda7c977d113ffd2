import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from './testing/clients-of.ts'
import { testedDatabases } from './testing/tested-databases.ts'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

// Requests forbidden to the public, on both databases.

type Role = 'visitor' | 'customer' | 'administrator' | 'secret key'

describe.each(await testedDatabases(true))(
  'the public’s limits on %s',
  { timeout: 30_000 },
  (_database, url) => {
    let headersOf: Record<Role, Record<string, string>>

    const server = sharedServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })
    beforeAll(async () => {
      const admin = await server.signedIn(administrator)
      const customer = server.client()
      await customer.auth.signUp({ email: 'customer@giftwell.test', password: 'a long walk in the rain' })
      const as = async (client: typeof admin) => ({
        apikey: server.publishableKey,
        authorization: `Bearer ${await tokenOf(client)}`,
      })
      const secrets = await readFile(join(server.dataFolder, 'secrets.json'), 'utf8')
      headersOf = {
        visitor: { apikey: server.publishableKey },
        customer: await as(customer),
        administrator: await as(admin),
        'secret key': { apikey: (JSON.parse(secrets) as { secretKey: string }).secretKey },
      }
      await server.database?.query(
        `insert into themes (name, description) select 'Theme ' || n, repeat('x', 2500) from generate_series(1, 500) n`,
      )
    })

    const get = async (path: string, role: Role = 'visitor') => {
      const response = await fetch(`${server.url}/rest/v1/${path}`, { headers: headersOf[role] })
      return { status: response.status, body: await response.text() }
    }

    it.each([
      'name=match.a',
      'name=imatch.a',
      'name=not.match.a',
      'name=not.imatch.a',
      'name=match(any).{a,b}',
      'name=match(all).{a,b}',
      'name=not.imatch(any).{a}',
      'name=%6d%61tch.a',
      'name=match."a"',
      'or=(name.match.a,id.is.null)',
      'or=(name.match."a",id.is.null)',
      'and=(or(name.not.imatch.a,id.is.null),id.not.is.null)',
      'and=(name.match(any).{a,b})',
      'not.or=(name.match.a)',
      'not.and=(id.is.null,name.imatch.a)',
      'select=id,product_themes(themes(name))&product_themes.themes.name=match.a',
      'select=id,themes(name)&themes.or=(name.match.a)',
    ])('a regular expression is rejected: %s', async (filter) => {
      const { status, body } = await get(`products?${filter}`)
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({
        code: 'PGRST100',
        message: expect.stringContaining('regular expressions (match, imatch) are not available'),
        details: null,
        hint: null,
      })
    })

    it('only the secret key may use regular expressions, and a text about matches is none', async () => {
      const statuses = []
      for (const role of ['customer', 'administrator', 'secret key'] as const)
        statuses.push((await get('products?name=match.a', role)).status)
      expect(statuses).toEqual([400, 400, 200])
      expect((await get('products?name=eq.match.a&or=(name.like.*match.b*)')).status).toBe(200)
      const patched = await fetch(`${server.url}/rest/v1/products?name=match.a`, {
        method: 'PATCH',
        headers: { ...headersOf.administrator, 'content-type': 'application/json' },
        body: '{"name":"x"}',
      })
      expect(patched.status).toBe(400)
    })

    it.each(['%22', '((((', 'id,', 'themes(', 'themes(*))', '""'])(
      'a select that cannot be parsed is rejected for every role: %s',
      async (select) => {
        for (const role of ['visitor', 'administrator', 'secret key'] as const) {
          const { status, body } = await get(`categories?select=${select}`, role)
          expect([status, body]).toEqual([400, expect.stringContaining('select cannot be parsed')])
        }
      },
    )

    const post = async (path: string, body: string, role: Role = 'visitor') => {
      const headers = { ...headersOf[role], 'content-type': 'application/json' }
      const response = await fetch(`${server.url}/rest/v1/${path}`, { method: 'POST', headers, body })
      return { status: response.status, body: await response.text() }
    }
    const nested = '['.repeat(24_000) + ']'.repeat(24_000)

    it.each([
      ['in a filter', 'rpc/catalogue_page', JSON.stringify({ theme: nested })],
      ['with escapes', 'rpc/catalogue_page', `{"theme":"${'\\u005b'.repeat(24_000)}"}`],
      [
        'after closing brackets',
        'rpc/product_page',
        JSON.stringify({ product: nested.slice(-24_000), filters: nested }),
      ],
      ['in the filters of a product', 'rpc/product_page', JSON.stringify({ product: 'a', filters: nested })],
      ['in the lines of an inquiry', 'rpc/send_inquiry', JSON.stringify({ items: nested })],
      ['in the settings of a view', 'list_views', JSON.stringify({ list: 'x', settings: nested })],
    ])(
      'JSON that is nested too deeply in a text is refused, and harms no one: %s',
      async (_what, path, body) => {
        expect(await post(path, body)).toEqual({
          status: 400,
          body: expect.stringContaining('nested deeper than 500 levels'),
        })
        const called = `rpc/product_page?product=aaaaaaaaaaaa&filters=${'['.repeat(2500)}${']'.repeat(2500)}`
        expect((await get(called)).status).toBe(400)
        expect(JSON.parse((await get('themes?select=name&limit=1')).body)).toHaveLength(1)
        expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ready' })
      },
    )

    it('a filter takes a hundred values', async () => {
      const page = async (count: number) =>
        post('rpc/catalogue_page', JSON.stringify({ budget: JSON.stringify(Array(count).fill('0.1')) }))
      expect((await page(100)).status).toBe(200)
      for (const count of [101, 18_000])
        expect(await page(count)).toEqual({
          status: 400,
          body: expect.stringContaining('at most 100 values'),
        })
    })

    it('no encoded character leads past the limits of a path', async () => {
      const lead = JSON.stringify({ name: 'A', company: 'B', email: 'a@b.example', phone: '1', items: [] })
      for (const path of ['rpc%2Fsend_inquiry', 'rpc%2fcatalogue_page', '%72pc/catalogue_page', 'lead%73'])
        expect((await post(path, lead)).status).toBe(404)
    })

    it('a count is of the rows that the caller may read, not the planner’s estimate of all', async () => {
      await server.database?.query(
        `insert into leads (name, company, email, phone) select 'A', 'B', n || '@b.example', '1' from generate_series(1, 50) n`,
      )
      await server.database?.query('analyze leads')
      for (const count of ['planned', 'estimated', 'COUNT=planned, count = estimated']) {
        const prefer = count.includes('=') ? count : `count=${count}`
        const { headers } = await fetch(`${server.url}/rest/v1/leads?select=id`, {
          method: 'HEAD',
          headers: { ...headersOf.customer, prefer },
        })
        expect(headers.get('content-range')).toBe('*/0')
      }
    })

    it('a customer’s answer does not multiply by tables embedded in each other', async () => {
      for (const inner of ['products', 'product_industry_tags'])
        expect(await get(`products?select=id,a:industry_tags(id,x:${inner}(*))`, 'customer')).toEqual({
          status: 400,
          body: expect.stringContaining(`not ${inner}`),
        })
      const words = Array.from({ length: 1200 }, (_, n) => `a${n}`).join('|')
      expect((await get(`products?name=fts.${words}`, 'customer')).status).toBe(400)
    })

    it('a new password is as short as one that bcrypt reads whole', async () => {
      const change = async (length: number) =>
        fetch(`${server.url}/auth/v1/user`, {
          method: 'PUT',
          headers: { ...headersOf.customer, 'content-type': 'application/json' },
          body: JSON.stringify({ password: 'y'.repeat(length) }),
        })
      const refused = await change(73)
      expect([refused.status, await refused.json()]).toEqual([
        422,
        expect.objectContaining({ msg: 'Password cannot be longer than 72 characters' }),
      ])
    })

    const third = 'id,subcategories(id,subcategory_categories(id:subcategory_id,categories(id)))'
    const ninth = Array.from({ length: 9 }, (_, index) => `t${index}:themes(id)`).join(',')

    it('the public may embed eight tables, two levels deep; administrators and the secret key more', async () => {
      const two = 'id,product_themes(themes(id,name)),product_industry_tags(industry_tags(id))'
      expect((await get(`products?select=${two}`)).status).toBe(200)
      for (const role of ['visitor', 'customer'] as const) {
        for (const path of [`categories?select=${third}`, `products?select=id,${ninth}`]) {
          const { status, body } = await get(path, role)
          expect([status, body]).toEqual([
            400,
            expect.stringContaining('select may embed at most 8 tables, 2 levels deep'),
          ])
        }
      }
      for (const role of ['administrator', 'secret key'] as const) {
        const { body } = await get(`products?select=id,${ninth}`, role)
        expect(body).not.toContain('at most')
        expect((await get(`categories?select=${third}`, role)).body).not.toContain('at most')
      }
    })

    it('the public gets at most 2 MB at once', async () => {
      const twice = 'themes?select=a:description,b:description'
      for (const [role, status] of [
        ['visitor', 400],
        ['customer', 400],
        ['administrator', 200],
        ['secret key', 200],
      ] as const)
        expect([role, (await get(twice, role)).status]).toEqual([role, status])
      expect((await get(twice)).body).toContain('larger than 2 MB')
      expect((await get(`${twice}&limit=100`)).status).toBe(200)
    })

    it.each([
      'rest/v1/leads',
      'rest/v1/rpc/catalogue_page',
      'auth/v1/signup',
      'auth/v1/token?grant_type=password',
    ])('deeply nested JSON is rejected by %s', async (path) => {
      for (const body of [
        '['.repeat(100_000),
        '{"a":'.repeat(5000),
        `{"name":${'['.repeat(70)}${']'.repeat(70)}}`,
      ]) {
        const response = await fetch(`${server.url}/${path}`, {
          method: 'POST',
          headers: { ...headersOf.visitor, 'content-type': 'application/json' },
          body,
        })
        expect([response.status, await response.text()]).toEqual([
          400,
          expect.stringMatching(/nested deeper than 64 levels|is not JSON/),
        ])
      }
    })
  },
)
