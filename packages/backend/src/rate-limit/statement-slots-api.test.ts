import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testedDatabases } from '../testing/tested-databases.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

const page = '/rest/v1/rpc/catalogue_page'
const cursor = (index: number) => `${index}.1.00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

describe.each(await testedDatabases())(
  'requests without an account on %s',
  { timeout: 60_000 },
  (_database, url) => {
    const server = sharedServer({ DATABASE_URL: url, TRUSTED_PROXY: '127.0.0.1' })
    beforeAll(async () => {
      const admin = await server.signedIn(administrator)
      await admin.from('themes').insert({ name: 'Diwali' }).throwOnError()
      await admin.from('products').insert({ name: 'Mug', is_sample: true }).throwOnError()
      // Introspects before the tests hold the database.
      await (await ask('/rest/v1/themes?select=id', '203.0.113.1')).text()
    })

    const ask = async (path: string, from: string, init: RequestInit = {}) =>
      fetch(server.url + path, {
        ...init,
        headers: { apikey: server.publishableKey, 'x-forwarded-for': from, ...Object(init.headers) },
      })
    const post = (path: string, body: unknown, from: string, init: RequestInit = {}) =>
      ask(path, from, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...init,
      })

    /** Runs while no statement on these tables ends. */
    async function whileHeld<Result>(work: () => Promise<Result>): Promise<Result> {
      const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = server.database?.transaction(async (session) => {
        await session.run('lock table public.themes, public.products, private.product_search')
        begun.resolve()
        await over.promise
      })
      await begun.promise
      try {
        return await work()
      } finally {
        over.resolve()
        await holding
      }
    }

    /** Distinct requests of a visitor. */
    const kinds: readonly [string, (index: number, from: string) => Promise<Response>][] = [
      ['table reads', async (index, from) => ask(`/rest/v1/themes?limit=${index + 1}`, from)],
      [
        'reads with other headers',
        async (index, from) => ask(page, from, { headers: { prefer: `tx=${index}` } }),
      ],
      [
        'HEAD requests',
        async (index, from) => ask(`/rest/v1/themes?limit=${index + 1}`, from, { method: 'HEAD' }),
      ],
      ['calls by POST', async (index, from) => post(page, { counts: true, theme: [`theme ${index}`] }, from)],
      ['a call with an apikey in its URL', async (index, from) => ask(`${page}?apikey=${index}`, from)],
      [
        'reads with an empty token',
        async (index, from) =>
          ask(`/rest/v1/themes?limit=${index}`, from, { headers: { authorization: '' } }),
      ],
      [
        'lists of products',
        async (index, from) =>
          post('/rest/v1/rpc/products_still_there', { ids: [cursor(index).slice(-36)] }, from),
      ],
      [
        'products',
        async (index, from) =>
          ask(`/rest/v1/rpc/product_page?product=${String(index).padStart(12, '0')}`, from),
      ],
    ]

    /** Waits until so many statements wait for the tables of a server; the embedded database runs one at a time. */
    async function untilWaiting(count: number): Promise<void> {
      if (url === '') return
      const waiting = `select from pg_locks where not granted and locktype = 'relation'`
      await vi.waitUntil(async () => (await server.database?.query(waiting))?.rows.length === count, 10_000)
    }

    it.each(kinds)('%s of one address leave the database to another visitor', async (kind, send) => {
      const number = kinds.findIndex(([name]) => name === kind) + 20
      const [flood, visitor] = [`198.51.100.${number}`, `203.0.113.${number}`]
      const ended: string[] = []
      const sendAs = async (name: string, sending: Promise<Response>): Promise<number> => {
        const response = await sending
        await response.arrayBuffer()
        ended.push(name)
        return response.status
      }
      const statuses = await whileHeld(async () => {
        const sent = Array.from({ length: 8 }, async (_, index) => sendAs('flood', send(index, flood)))
        // All have arrived, however few of them are in the database.
        await new Promise((resolve) => setTimeout(resolve, 500))
        await untilWaiting(2)
        sent.push(sendAs('visitor', ask(`/rest/v1/themes?select=name&limit=${number}`, visitor)))
        await new Promise((resolve) => setTimeout(resolve, 300))
        await untilWaiting(3)
        return sent
      })
      expect(await Promise.all(statuses)).not.toContain(429)
      // On a server they run at the same time.
      expect(url === '' ? ended.indexOf('visitor') : 0).toBeLessThanOrEqual(2)
    })

    it('a full queue of one address is answered with 429, and clients that disconnect leave it', async () => {
      const from = '198.51.100.200'
      const leaving = new AbortController()
      await whileHeld(async () => {
        const waiting = Array.from({ length: 202 }, async (_, index) =>
          ask(`/rest/v1/themes?limit=${index + 300}`, from, { signal: leaving.signal }).catch(() => null),
        )
        await vi.waitFor(async () => {
          const refused = await ask('/rest/v1/themes?limit=900', from, { signal: AbortSignal.timeout(500) })
          expect(refused.status).toBe(429)
          expect(refused.headers.get('retry-after')).toBe('1')
          expect(await refused.json()).toMatchObject({ code: 'PT429' })
        }, 20_000)
        leaving.abort()
        await Promise.all(waiting)
      })
      expect((await ask('/rest/v1/themes?limit=901', from)).status).toBe(200)
    })

    // The statements of a server are not counted.
    it.each(url === '' ? [url] : [])('one question of visitors is one statement in any form', async () => {
      const json = { 'content-type': 'application/json' }
      const ways = (index: number) => [
        ask(`${page}?theme=Diwali&counts=true&after=${cursor(index)}`, '198.51.100.201'),
        ask(`${page}?counts=true&theme=Diwali&page_size=${12 + index}`, '198.51.100.202'),
        ask(`${page}?theme=Diwali&counts=true&budget=NULL&after=null`, '198.51.100.203'),
        post(page, { theme: 'Diwali', counts: true, page_size: 48, budget: null }, '198.51.100.204'),
        ask(page, '198.51.100.205', {
          method: 'POST',
          headers: json,
          body: `\ufeff{ "after": "${cursor(index)}", "counts":true, "theme":"x", "theme":"Diwali" }`,
        }),
      ]
      const statements = vi.spyOn(Worker.prototype, 'postMessage')
      const answers = await Promise.all([1, 2, 3].flatMap(ways))
      const texts = await Promise.all(answers.map(async (answer) => answer.text()))
      expect(new Set(texts).size).toBe(1)
      expect(texts[0]).toContain('"counts"')
      // The servers of this process also look for e-mails and messages to send.
      const asked = statements.mock.calls.filter(([message]) =>
        JSON.stringify(message).includes('catalogue_page'),
      )
      expect(asked.length).toBe(1)
      statements.mockRestore()
    })
  },
)
