import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { tokenOf } from '../testing/clients-of.ts'
import { testedDatabases } from '../testing/tested-databases.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

// The embedded database and PostgreSQL do not differ here.
const page = '/rest/v1/rpc/catalogue_page?page_size=15'
const password = 'a long walk in the rain'

describe.each(await testedDatabases())(
  'the catalogue of an account on %s',
  { timeout: 30_000 },
  (_database, url) => {
    let admin: SupabaseClient
    let people = 0

    const server = sharedServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })
    beforeAll(async () => {
      admin = await server.signedIn(administrator)
      const products = Array.from({ length: 20 }, (_, index) => ({ name: `Gift ${index}`, is_sample: true }))
      await admin.from('products').insert(products).throwOnError()
    })

    /** A new customer, signed in. */
    const newCustomer = async (): Promise<{ client: SupabaseClient; email: string; id: string }> => {
      const email = `customer${(people += 1)}@giftwell.test`
      const client = server.client()
      const { data, error } = await client.auth.signUp({ email, password })
      if (error !== null || data.user === null) throw new Error('The sign-up failed')
      return { client, email, id: data.user.id }
    }
    const get = async (path: string, token: string, headers: Record<string, string> = {}) =>
      server.send(path, { token, headers })
    /** A header without a meaning for functions, with which the library answers the request. */
    const byLibrary = { prefer: 'handling=lenient' }
    const byHand = async (statement: string): Promise<void> => {
      await server.database?.transaction(async (session) => session.run(statement))
    }

    it('a customer’s and an administrator’s catalogue is the same as the library’s', async () => {
      const tokens = [await tokenOf((await newCustomer()).client), await tokenOf(admin)]
      for (const path of [page, '/rest/v1/rpc/catalogue_filters']) {
        for (const token of tokens) {
          const ofLibrary = await get(path, token, byLibrary)
          const called = await get(path, token)
          expect(await called.json()).toEqual(await ofLibrary.json())
          expect([called.headers.get('cache-control'), ofLibrary.headers.get('cache-control')]).toEqual([
            'private, no-cache',
            'no-store',
          ])
          const { 'content-type': type, 'content-range': range } = Object.fromEntries(ofLibrary.headers)
          expect(Object.fromEntries(called.headers)).toMatchObject({
            'content-type': type,
            'content-range': range,
          })
        }
      }
    })

    it('a customer’s catalogue is private and revalidated by browsers', async () => {
      const token = await tokenOf((await newCustomer()).client)
      const answer = await get(page, token)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toContain('authorization')
      const etag = answer.headers.get('etag') ?? ''
      const known = await get(page, token, { 'if-none-match': etag })
      expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
      await admin.from('products').insert({ name: 'Newest', is_sample: true }).throwOnError()
      const changed = await get(page, token, { 'if-none-match': etag })
      expect(changed.status).toBe(200)
      expect(await changed.text()).toContain('Newest')
    })

    it('a customer’s catalogue is not served to visitors, nor a visitor’s to customers', async () => {
      const token = await tokenOf((await newCustomer()).client)
      const asVisitor = async () => (await server.send(page)).json()
      const [visitors, customers] = [await asVisitor(), await (await get(page, token)).json()]
      expect(visitors).toMatchObject({ next: null, products: { length: 12 } })
      expect(customers).toMatchObject({ next: expect.any(String), products: { length: 15 } })
      expect([await asVisitor(), await (await get(page, token)).json()]).toEqual([visitors, customers])
    })

    it('a table with a customer’s own rows is not cached', async () => {
      const { client, id } = await newCustomer()
      const answer = await get('/rest/v1/profiles?select=id', await tokenOf(client))
      expect([answer.headers.get('cache-control'), answer.headers.has('etag')]).toEqual(['no-store', false])
      expect(await answer.json()).toEqual([{ id }])
    })

    it.each<[string, Record<string, unknown>]>([
      ['was signed with another secret', { secret: 'another secret of the same length' }],
      ['has expired', { exp: -10 }],
      ['was issued in the future', { iat: 3600, exp: 7200 }],
      ['is not valid yet', { nbf: 3600 }],
      ['has the role of the service', { role: 'service_role' }],
      ['has no account', { sub: undefined }],
    ])('a token that %s gets the library’s response', async (_, { secret, ...changed }) => {
      const { id } = await newCustomer()
      const { jwtSecret } = z
        .object({ jwtSecret: z.string() })
        .parse(JSON.parse(await readFile(join(server.dataFolder, 'secrets.json'), 'utf8')))
      const now = Math.floor(Date.now() / 1000)
      const inSeconds = Object.fromEntries(
        Object.entries(changed).map(([name, value]) => [
          name,
          typeof value === 'number' ? now + value : value,
        ]),
      )
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = { sub: id, role: 'authenticated', iat: now, exp: now + 60, ...inSeconds }
      const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
      const token = `${signed}.${createHmac('sha256', typeof secret === 'string' ? secret : jwtSecret)
        .update(signed)
        .digest('base64url')}`
      const [answer, ofLibrary] = [await get(page, token), await get(page, token, byLibrary)]
      expect([answer.status, await answer.json()]).toEqual([ofLibrary.status, await ofLibrary.json()])
    })

    it.each([
      ['deleted', 'delete from auth.users where id ='],
      ['banned', `update auth.users set banned_until = now() + interval '1 day' where id =`],
      ['signed out', 'delete from auth.sessions where user_id ='],
    ])('an account that was %s gets the library’s response', async (_, statement) => {
      const { id, client } = await newCustomer()
      const token = await tokenOf(client)
      await (await get(page, token)).json()
      await byHand(`${statement} '${id}'`)
      const [answer, ofLibrary] = [await get(page, token), await get(page, token, byLibrary)]
      expect([answer.status, await answer.json()]).toEqual([ofLibrary.status, await ofLibrary.json()])
    })

    it('an invalid request for the catalogue gets the library’s error', async () => {
      const token = await tokenOf((await newCustomer()).client)
      for (const query of ['page_size=many', 'after=nothing', 'shade=red', 'category=a%00b']) {
        const path = `/rest/v1/rpc/catalogue_page?${query}`
        const [plain, ofLibrary] = [
          await get(path, token),
          await get(path, token, { prefer: 'handling=lenient' }),
        ]
        expect([plain.status, await plain.text()]).toEqual([ofLibrary.status, await ofLibrary.text()])
        expect(plain.headers.get('cache-control')).toBe('no-store')
      }
    })

    it.each([
      'category=null',
      'category=NULL',
      'category=undefined',
      'category=12',
      'theme=a&theme=b',
      'category=',
      'category={a,b}',
      'category=eq.Mugs',
      'category=Eq.Mugs',
      'category=not.eq.Mugs',
      'category=fts(english).mugs',
      'category=(a,b)',
      'category=*',
      'category=%22Mugs%22',
      'category=%F0%9F%8E%81',
      'category=a%5Cb',
      'page_size=007',
      'page_size=0',
      'page_size=9999',
      'theme=O%27Neil',
      'theme=true',
      'budget=Rs.2000%2B',
      'sort=name',
      'sort=budget-desc',
      'sort=random',
      'sort=',
      'counts=true',
      'counts=yes',
      'theme=%5B%22Festive%22%2C%22Other%22%5D',
      'theme=%5B1',
    ])('unusual parameters get the library’s response: %s', async (query) => {
      const token = await tokenOf((await newCustomer()).client)
      const path = `/rest/v1/rpc/catalogue_page?${query}`
      const [ofLibrary, called] = [await get(path, token, byLibrary), await get(path, token)]
      expect([called.status, await called.json()]).toEqual([ofLibrary.status, await ofLibrary.json()])
    })

    // The statements of a server are not counted.
    it.each(url === '' ? [url] : [])('a customer’s page of the catalogue is one statement', async () => {
      const token = await tokenOf((await newCustomer()).client)
      await (await get(page, token)).json()
      const sent = vi.spyOn(Worker.prototype, 'postMessage')
      // The sender of mail asks by a timer.
      const statements = () => sent.mock.calls.filter(([order]) => !order.text.includes('claim_mails'))
      const { next } = await (await get(`${page}&sort=name`, token)).json()
      expect(statements()).toHaveLength(1)
      await (await get(`${page}&sort=name&after=${encodeURIComponent(next)}`, token)).json()
      expect(statements()).toHaveLength(2)
      sent.mockRestore()
    })
  },
)
