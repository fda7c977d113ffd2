import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'

const postgres = await startPostgres()
if ('skipped' in postgres)
  console.warn(`Customers’ answers on PostgreSQL are not tested: ${postgres.skipped}`)
afterAll(async () => {
  if ('stop' in postgres) await postgres.stop()
})

const urls = { 'the embedded database': '', PostgreSQL: 'url' in postgres ? postgres.url : '' }
const backends = Object.entries(urls).filter(([name, url]) => name !== 'PostgreSQL' || url !== '')

const page = '/rest/v1/rpc/catalogue_page?page_size=15'
const password = 'a long walk in the rain'

describe.each(backends)('what customers are answered on %s', { timeout: 30_000 }, (name, url) => {
  let server: TestServer
  let admin: SupabaseClient
  let people = 0

  beforeAll(async () => {
    server = await startTestServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })
    admin = await server.signedIn(administrator)
    const products = Array.from({ length: 20 }, (_, index) => ({ name: `Gift ${index}`, is_sample: true }))
    await admin.from('products').insert(products).throwOnError()
  }, 120_000)
  afterAll(async () => server.close())

  /** A new customer, signed in. */
  const newCustomer = async (): Promise<{ client: SupabaseClient; email: string; id: string }> => {
    const email = `customer${(people += 1)}@giftwell.test`
    const client = server.client()
    const { data, error } = await client.auth.signUp({ email, password })
    if (error !== null || data.user === null) throw new Error('Nobody signed up')
    return { client, email, id: data.user.id }
  }
  const tokenOf = async (client: SupabaseClient): Promise<string> =>
    (await client.auth.getSession()).data.session?.access_token ?? ''
  const get = async (path: string, token: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(server.url + path, {
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, ...headers },
    })
  /** Whether an answer is one that is shared, by what it says of itself; others are kept by nobody. */
  const isShared = async (path: string, token: string): Promise<boolean> => {
    const answer = await get(path, token)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    const cacheControl = answer.headers.get('cache-control')
    expect(['private, no-cache', 'no-store']).toContain(cacheControl)
    expect(answer.headers.has('etag')).toBe(cacheControl !== 'no-store')
    return cacheControl !== 'no-store'
  }

  it('is the same for all of them, and what the library answers', async () => {
    const [one, other] = [
      await tokenOf((await newCustomer()).client),
      await tokenOf((await newCustomer()).client),
    ]
    const paths = ['/rest/v1/rpc/catalogue_filters', '/rest/v1/stats_blocks?select=*&order=order_index.asc']
    for (const path of [page, ...paths]) {
      // Words of the header that mean nothing for a function; with them the answer is shared with nobody.
      const ofLibrary = await get(path, one, { 'accept-profile': 'public', prefer: 'handling=lenient' })
      const shared = await get(path, one)
      const again = await get(path, other)
      expect(await shared.json()).toEqual(await ofLibrary.json())
      expect(await again.json()).toEqual(await (await get(path, one)).json())
      expect(again.headers.get('etag')).toBe(shared.headers.get('etag'))
      const { 'content-type': type, 'content-range': range } = Object.fromEntries(ofLibrary.headers)
      expect(Object.fromEntries(shared.headers)).toMatchObject({
        'content-type': type,
        'content-range': range,
      })
    }
  })

  it('is asked about each time by browsers, which may keep it for that one person', async () => {
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

  it('is not what visitors are answered, nor the other way round', async () => {
    const token = await tokenOf((await newCustomer()).client)
    const asVisitor = async () =>
      (await fetch(server.url + page, { headers: { apikey: server.publishableKey } })).json()
    const [visitors, customers] = [await asVisitor(), await (await get(page, token)).json()]
    expect(visitors).toMatchObject({ next: null, products: { length: 12 } })
    expect(customers).toMatchObject({ next: expect.any(String), products: { length: 15 } })
    expect([await asVisitor(), await (await get(page, token)).json()]).toEqual([visitors, customers])
  })

  it('is shared under the named questions alone', async () => {
    const { client, id } = await newCustomer()
    const token = await tokenOf(client)
    for (const path of [
      '/rest/v1/profiles?select=*',
      '/rest/v1/products?select=*',
      '/rest/v1/leads?select=*',
    ]) {
      expect(await isShared(path, token)).toBe(false)
    }
    const own = await (await get('/rest/v1/profiles?select=id', token)).json()
    expect(own).toEqual([{ id }])
  })

  it.each([
    ['a sign-out', async ({ client }) => void (await client.auth.signOut({ scope: 'local' }))],
    ['a sign-out everywhere', async ({ client }) => void (await client.auth.signOut({ scope: 'global' }))],
    [
      'a sign-out elsewhere from everywhere',
      async ({ email }) => {
        const elsewhere = await server.signedIn({ email, password })
        await elsewhere.auth.signOut({ scope: 'others' })
      },
    ],
    [
      'a new password elsewhere, with a sign-out of the others',
      async ({ email }) => {
        const elsewhere = await server.signedIn({ email, password })
        const { error } = await elsewhere.auth.updateUser({ password: `${password} again` })
        if (error !== null) throw error
        await elsewhere.auth.signOut({ scope: 'others' })
      },
    ],
  ] satisfies [string, (customer: Awaited<ReturnType<typeof newCustomer>>) => Promise<void>][])(
    'is no more for whoever’s session has ended, from the answer on to %s',
    async (_, end) => {
      const customer = await newCustomer()
      const token = await tokenOf(customer.client)
      expect(await isShared(page, token)).toBe(true)
      expect(await isShared(page, token)).toBe(true)
      await end(customer)
      expect(await isShared(page, token)).toBe(false)
    },
  )

  it('is not for administrators, from the moment on at which somebody becomes one', async () => {
    const { id, client } = await newCustomer()
    const token = await tokenOf(client)
    expect(await isShared(page, await tokenOf(admin))).toBe(false)
    for (const isAdmin of [true, false]) {
      expect(await isShared(page, token)).toBe(isAdmin)
      await byHand(`update public.profiles set is_admin = ${isAdmin} where id = '${id}'`)
      await expect.poll(async () => isShared(page, token)).toBe(!isAdmin)
    }
  })

  it.each([
    ['deleted', 'delete from auth.users where id ='],
    ['marked as deleted', 'update auth.users set deleted_at = now() where id ='],
    ['banned', `update auth.users set banned_until = now() + interval '1 day' where id =`],
    ['limited in time', `update auth.sessions set not_after = now() + interval '1 day' where user_id =`],
    ['signed out by hand', 'delete from auth.sessions where user_id ='],
  ])('is no more for whoever was %s', async (_, statement) => {
    const { id, client } = await newCustomer()
    const token = await tokenOf(client)
    expect(await isShared(page, token)).toBe(true)
    await byHand(`${statement} '${id}'`)
    await expect.poll(async () => isShared(page, token)).toBe(false)
    expect(await isShared(page, token)).toBe(false)
  })

  /** Writes as another program does: a server's word of it may take its moment. */
  const byHand = async (statement: string): Promise<void> => {
    await server.database?.transaction(async (session) => session.run(statement))
  }

  it('takes errors from the library, in its words', async () => {
    const token = await tokenOf((await newCustomer()).client)
    for (const query of ['page_size=many', 'after=nothing', 'colour=red', 'category=a%00b']) {
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
  ])('is the library’s to odd words, too: %s', async (query) => {
    const token = await tokenOf(admin)
    const customer = await tokenOf((await newCustomer()).client)
    const path = `/rest/v1/rpc/catalogue_page?${query}`
    const [ofLibrary, shared] = [await get(path, token), await get(path, customer)]
    expect([shared.status, await shared.json()]).toEqual([ofLibrary.status, await ofLibrary.json()])
  })

  it.runIf(url === '')('costs a customer’s new page one statement, and none for the next one', async () => {
    const driver = server.database?.connection.driver
    if (driver === undefined || !('waitReady' in driver)) throw new Error('There is no embedded database')
    const [one, other] = [
      await tokenOf((await newCustomer()).client),
      await tokenOf((await newCustomer()).client),
    ]
    await get(page, one)
    await get(page, other)
    const statements = [vi.spyOn(driver, 'query'), vi.spyOn(driver, 'exec')]
    const asked = () => statements.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    await (await get(`${page}&category=Mugs`, one)).json()
    expect(asked()).toBe(1)
    await (await get(`${page}&category=Mugs`, one)).json()
    await (await get(`${page}&category=Mugs`, other)).json()
    expect(asked()).toBe(1)
    for (const spy of statements) spy.mockRestore()
  })

  it.runIf(name === 'PostgreSQL')('is shared by none while nothing is heard of accounts', async () => {
    const own = new Client({ connectionString: url, application_name: 'test' })
    await own.connect()
    const token = await tokenOf((await newCustomer()).client)
    expect(await isShared(page, token)).toBe(true)
    const cutOff = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'giftwell-changes'`
    expect((await own.query(cutOff)).rowCount).toBe(1)
    await own.query('delete from auth.sessions')
    await own.end()
    await expect.poll(async () => isShared(page, token)).toBe(false)
    // Heard again: sessions that were made since are shared with, the ended one is not.
    const later = await tokenOf((await newCustomer()).client)
    await expect.poll(async () => isShared(page, later), { timeout: 10_000 }).toBe(true)
    expect(await isShared(page, token)).toBe(false)
  })
})
