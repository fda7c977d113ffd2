import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { testedDatabases } from '../testing/tested-databases.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const listeners = `select from pg_stat_activity where application_name = 'giftwell-changes' and query like 'listen%'`

/** A function that returns the time of its call, and one that reads and then waits for a lock; GET calls no volatile one. */
const functions = `
  create function public.asked_at(about text default '') returns text language sql stable
    as $$ select clock_timestamp()::text $$;
  create function public.themes_slowly() returns bigint language plpgsql stable as $$
  declare
    found constant bigint := (select count(*) from public.themes);
  begin
    perform pg_advisory_xact_lock(7);
    return found;
  end
  $$;
`
const customerCredentials = { email: 'customer@giftwell.test', password: 'a customer' }

describe.each(await testedDatabases(true))('the response cache on %s', { timeout: 30_000 }, (_name, url) => {
  const temporary = sharedFolder()
  let server: TestServer
  let admin: SupabaseClient
  let customer: SupabaseClient

  const start = async (folder: string): Promise<TestServer> =>
    startTestServer(
      { DATABASE_URL: url, CONFIRM_EMAIL: '0', DATA_DIR: join(temporary.path, folder) },
      { migrationsFolder: join(temporary.path, 'migrations') },
    )
  beforeAll(async () => {
    const migrations = join(temporary.path, 'migrations')
    await cp(fileURLToPath(new URL('../../../../supabase/migrations/', import.meta.url)), migrations, {
      recursive: true,
    })
    await writeFile(join(migrations, '29991231235959_counting.sql'), functions)
    server = await start('data')
    admin = await server.signedIn(administrator)
    const { error } = await server.client().auth.signUp(customerCredentials)
    expect(error).toBeNull()
    customer = await server.signedIn(customerCredentials)
    const products = Array.from({ length: 20 }, (_, index) => ({ name: `Gift ${index}`, is_sample: true }))
    await admin.from('products').insert(products).throwOnError()
  }, 120_000)
  afterAll(async () => {
    await server.close()
  })

  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    server.send(path, { headers })
  const asked = '/rest/v1/rpc/asked_at?about='
  const themes = '/rest/v1/themes?select=name'
  const token = async (client: SupabaseClient): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await tokenOf(client)}`,
  })
  const pages = async (headers = {}): Promise<{ products: unknown[]; next: string | null }> => {
    const answer = await get('/rest/v1/rpc/catalogue_page?page_size=15', headers)
    // The function's own form.
    return (await answer.json()) as { products: unknown[]; next: string | null }
  }

  it('concurrent anonymous requests share one query, and later ones are cached', async () => {
    const ask = async (about: string): Promise<unknown> => (await get(`${asked}${about}`)).json()
    // The notification of an earlier write may still arrive from a server, and clears the cache.
    await expect
      .poll(async () => new Set(await Promise.all(Array.from({ length: 20 }, async () => ask('mugs')))).size)
      .toBe(1)
    await expect
      .poll(async () => {
        const first = await ask('mugs')
        return (await ask('mugs')) === first
      })
      .toBe(true)
    expect(await ask('pens')).not.toBe(await ask('mugs'))
  })

  it('a cached response has the same headers as the first one', async () => {
    const about = async (): Promise<Record<string, string>> => {
      const { 'x-request-id': id, date, ...headers } = Object.fromEntries((await get(themes)).headers)
      expect(id).toMatch(/^[\da-f-]{36}$/)
      expect(date).toBeDefined()
      return headers
    }
    await admin.from('themes').insert({ name: 'Fresh' }).throwOnError()
    const first = await about()
    expect(first).toMatchObject({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' })
    expect(await about()).toEqual(first)
  })

  it('a write through the API invalidates the cache before it is answered', async () => {
    for (const theme of ['Diwali', 'Onam', 'Pongal']) {
      const before = await (await get(`${asked}themes`)).json()
      expect(await (await get(themes)).json()).not.toContainEqual({ name: theme })
      await admin.from('themes').insert({ name: theme }).throwOnError()
      expect(await (await get(themes)).json()).toContainEqual({ name: theme })
      expect(await (await get(`${asked}themes`)).json()).not.toBe(before)
    }
    await admin.rpc('asked_at').throwOnError()
  })

  /** Whether a response stays cached over a write. To be polled: a notification of an earlier write may arrive meanwhile. */
  const staysCached = (path: string, write: () => Promise<unknown>) => async (): Promise<boolean> => {
    const ask = async (): Promise<unknown> => (await get(path)).json()
    const before = await ask()
    await write()
    return (await ask()) === before
  }

  it('a write that visitors do not see does not invalidate the cache', async () => {
    const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
    const write = async () => server.client().from('leads').insert(lead).throwOnError()
    await expect.poll(staysCached(`${asked}lead`, write)).toBe(true)
  })

  it('a customer’s write, which changes nothing, does not invalidate the cache', async () => {
    const write = async () => {
      await customer.from('themes').update({ name: 'Mine' }).neq('name', '').throwOnError()
      await customer.from('products').delete().neq('name', '').throwOnError()
      await customer.rpc('asked_at').throwOnError()
    }
    await expect.poll(staysCached(`${asked}customer`, write)).toBe(true)
    expect((await admin.from('products').select('id')).data).toHaveLength(20)
  })

  it('a visitor’s response is not served to customers, nor a customer’s to visitors', async () => {
    const session = await token(customer)
    for (const order of [
      [{}, session],
      [session, {}],
    ]) {
      await admin.from('products').update({ budget: null }).eq('name', 'Gift 0').throwOnError()
      const counts = []
      for (const headers of order) counts.push((await pages(headers)).products.length)
      expect(counts).toEqual(order[0] === session ? [15, 12] : [12, 15])
    }
    const own = await Promise.all(
      [session, session].map(async (headers) => (await get(asked, headers)).json()),
    )
    expect(new Set(own).size).toBe(2)
  })

  // The statements of a server are not counted.
  it.each(url === '' ? [url] : [])('a cached response needs no statement', async () => {
    await pages()
    const statements = vi.spyOn(Worker.prototype, 'postMessage')
    await pages()
    expect(statements).toHaveBeenCalledTimes(0)
    statements.mockRestore()
  })

  it('a visitor’s response is revalidated by browsers, and a customer’s is not stored', async () => {
    const answer = await get('/rest/v1/rpc/catalogue_page', { 'accept-encoding': 'br' })
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('vary')).toContain('authorization')
    const personal = await get('/rest/v1/profiles', await token(customer))
    expect(personal.headers.get('cache-control')).toBe('no-store')
    expect(personal.headers.get('etag')).toBeNull()
    const refused = await get('/rest/v1/leads')
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(refused.headers.get('etag')).toBeNull()
  })

  it.each(['br', 'gzip', 'identity'])(
    'a response in %s is not sent again to a browser that has it',
    async (encoding) => {
      const page = '/rest/v1/rpc/catalogue_page'
      const first = await get(page, { 'accept-encoding': encoding })
      const etag = first.headers.get('etag') ?? ''
      expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      const again = await get(page, { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
      const other = await get(page, {
        'accept-encoding': encoding === 'br' ? 'gzip' : 'br',
        'if-none-match': etag,
      })
      expect(other.status).toBe(200)
      expect(await other.json()).toEqual(await first.json())

      await admin
        .from('products')
        .insert({ name: `New in ${encoding}`, is_sample: true })
        .throwOnError()
      const changed = await get(page, { 'accept-encoding': encoding, 'if-none-match': etag })
      expect(changed.status).toBe(200)
      expect(await changed.text()).toContain(`New in ${encoding}`)
    },
  )

  it('requests without a valid key and with invalid filters are rejected as without the cache', async () => {
    await get(themes)
    const statuses = [
      await fetch(server.url + themes),
      await get(themes, { apikey: 'sb_publishable_wrong' }),
      await get(themes, { authorization: 'Bearer e30.e30.e30' }),
      await get(`${themes}&name=almost.Diwali`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 400])
  })

  it('a write directly to the database invalidates the cache', async () => {
    await get(themes)
    await server.database?.transaction(async (session) =>
      session.run(`insert into public.themes (name) values ('By hand')`),
    )
    const names = async (): Promise<unknown> => (await get(themes)).json()
    // A server's notification may take a moment.
    await expect.poll(names).toContainEqual({ name: 'By hand' })
  })

  // Only one server opens an embedded database.
  describe.each(url === '' ? [] : [url])('the response caches of several servers', () => {
    let own: Client
    let other: TestServer
    beforeAll(async () => {
      own = new Client({ connectionString: url })
      await own.connect()
      await mkdir(join(temporary.path, 'other'))
      await copyFile(join(temporary.path, 'data/secrets.json'), join(temporary.path, 'other/secrets.json'))
      other = await start('other')
    })
    afterAll(async () => {
      await other.close()
      await own.end()
    })

    it('a write through one server invalidates the cache of another', async () => {
      await get(themes)
      const elsewhere = await other.signedIn(administrator)
      await elsewhere.from('themes').insert({ name: 'Elsewhere' }).throwOnError()
      await expect.poll(async () => (await get(themes)).json()).toContainEqual({ name: 'Elsewhere' })
    })

    it('a response read before a write and answered after it is not stored', async () => {
      const slow = '/rest/v1/rpc/themes_slowly'
      await own.query('select pg_advisory_lock(7)')
      const before = get(slow)
      const waits = `select from pg_locks where locktype = 'advisory' and not granted`
      await expect.poll(async () => (await own.query(waits)).rowCount).toBe(1)
      await admin.from('themes').insert({ name: 'Meanwhile' }).throwOnError()
      const after = get(slow)
      await expect.poll(async () => (await own.query(waits)).rowCount).toBe(2)
      await own.query('select pg_advisory_unlock(7)')
      const counts = await Promise.all([before, after].map(async (answer) => (await answer).json()))
      expect(counts[1]).toBe(Number(counts[0]) + 1)
      expect(await (await get(slow)).json()).toBe(counts[1])
    })

    it('the cache listens for notifications again after a lost connection', async () => {
      await get(themes)
      const { rowCount } = await own.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'giftwell-changes'`,
      )
      expect(rowCount).toBe(2)
      await expect
        .poll(async () => (await own.query(listeners)).rowCount, { timeout: 10_000, interval: 100 })
        .toBe(2)
      await own.query(`insert into public.themes (name) values ('Notified again')`)
      await expect.poll(async () => (await get(themes)).json()).toContainEqual({ name: 'Notified again' })
    })

    it(
      'a cached response is at most 10 s stale without notifications',
      { tags: 'full', timeout: 30_000 },
      async () => {
        await own.query('alter table public.themes disable trigger user')
        await get(themes)
        await own.query(`insert into public.themes (name) values ('Unnotified')`)
        expect(await (await get(themes)).json()).not.toContainEqual({ name: 'Unnotified' })
        await expect
          .poll(async () => (await get(themes)).json(), { timeout: 11_000, interval: 500 })
          .toContainEqual({ name: 'Unnotified' })
        await own.query('alter table public.themes enable trigger user')
      },
    )
  })
})
