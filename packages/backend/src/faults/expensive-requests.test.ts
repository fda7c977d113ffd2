import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

// Requests that cost the embedded database as much as possible, against a site in its own process.

/** A second, and as much again on a busy machine; a statement may take eight. */
const promptMs = 2000

/** Grows eight times slower with each group. */
const regex = encodeURIComponent(String.raw`(.+)(.+)(.+)(.+)(.+)(.+)(.+).*\1\2\3\4\5\6\7$`)
const wildcards = encodeURIComponent(`${'%a_'.repeat(400)}%`)
const ids = Array.from(
  { length: 300 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)
const deepEmbedding = `${'subcategories(subcategory_categories(categories('.repeat(4)}id${')))'.repeat(4)}`
const conditions = Array.from({ length: 400 }, (_, index) => `name.ilike.*${index}*`).join(',')

/** Paths that a visitor asks for, with the statuses that may answer. */
const expensive: readonly (readonly [path: string, statuses: readonly number[]])[] = [
  [`products?select=id&name=match.${regex}`, [400]],
  [`products?select=id&or=(name.not.imatch.${regex},id.is.null)`, [400]],
  [`products?select=id&name=match(any).{${regex}}`, [400]],
  [`categories?select=id,${deepEmbedding}`, [400]],
  ['categories?select=%22', [400]],
  ['categories?select=((((', [400]],
  [`products?select=id,name&name=ilike.${wildcards}`, [200, 503]],
  [`products?select=id,name&name=like(any).{${wildcards},${wildcards}}`, [200, 503]],
  [`products?select=*,product_themes(themes(*))&id=in.(${ids.join(',')})`, [200, 503]],
  [`products?select=id&or=(${conditions})`, [200, 503]],
  [`rpc/catalogue_page?page_size=9999&category=${'x'.repeat(4000)}`, [200, 400, 503]],
]

describe('a site under expensive requests', { timeout: 120_000 }, () => {
  const temporary = sharedFolder()
  let site: SiteProcess
  let publicKey: Record<string, string>
  let secretKey: Record<string, string>
  beforeAll(async () => {
    site = await startSite(temporary.path)
    const secrets = await readFile(join(temporary.path, 'data', 'secrets.json'), 'utf8')
    publicKey = { apikey: site.publishableKey, 'content-type': 'application/json' }
    secretKey = { apikey: (JSON.parse(secrets) as { secretKey: string }).secretKey }
    const admin = await site.admin()
    const name = 'A rather long name of a gift for everybody in the office, number'
    const products = Array.from({ length: 100 }, (_, index) => ({
      name: `${name} ${index}`,
      is_sample: index < 6,
    }))
    await admin.from('products').insert(products).throwOnError()
  }, 120_000)
  afterAll(async () => {
    site.child.process.kill('SIGKILL')
    await site.child.ended
  })

  /** Asks for what needs no database until the work is done; the slowest response to each path in milliseconds. */
  const watchedDuring = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const slowest: Record<string, number> = {}
    const done = new AbortController()
    const watch = async (path: string): Promise<void> => {
      while (!done.signal.aborted) {
        const began = performance.now()
        const response = await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } })
        await response.arrayBuffer()
        expect([path, response.status]).toEqual([path, 200])
        slowest[path] = Math.max(slowest[path] ?? 0, performance.now() - began)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const watching = ['/', '/healthz', '/config.json', '/assets/index-a1b2c3.js'].map(watch)
    await work().finally(() => done.abort())
    await Promise.all(watching)
    return slowest
  }
  const expectPrompt = (slowest: Record<string, number>): void => {
    expect(Object.entries(slowest).filter(([, milliseconds]) => milliseconds > promptMs)).toEqual([])
  }
  const stuck = async (): Promise<number> =>
    (await fetch(`${site.url}/rest/v1/products?select=id&name=match.${regex}`, { headers: secretKey })).status

  it('the site answers while visitors send them, and each is rejected or answered', async () => {
    const odd: string[] = []
    const send = async ([path, statuses]: (typeof expensive)[number]): Promise<void> => {
      const { status } = await fetch(`${site.url}/rest/v1/${path}`, { headers: publicKey })
      if (!statuses.includes(status)) odd.push(`${status} ${path.slice(0, 80)}`)
    }
    const sendDeep = async (): Promise<void> => {
      const init = { method: 'POST', headers: publicKey, body: '['.repeat(100_000) }
      const { status } = await fetch(`${site.url}/rest/v1/leads`, init)
      if (status !== 400) odd.push(`${status} deep JSON`)
    }
    const slowest = await watchedDuring(async () => {
      for (let round = 0; round < rounds(1, 10); round += 1)
        await Promise.all([...expensive.map(send), ...expensive.map(send), sendDeep()])
    })
    expect(odd).toEqual([])
    expectPrompt(slowest)
  })

  it(
    'the site answers while a statement is stuck; it is ended with 503, and every acknowledged row is there',
    { tags: 'full' },
    async () => {
      const admin = await site.admin()
      const acknowledged: string[] = []
      const over = new AbortController()
      const write = async (): Promise<void> => {
        for (let number = 1; !over.signal.aborted; number += 1) {
          const { error } = await admin.from('themes').insert({ name: `theme ${number}` })
          if (error === null) acknowledged.push(`theme ${number}`)
        }
      }
      const writing = write()
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(10)
      const slowest = await watchedDuring(async () => {
        for (let round = 0; round < 5; round += 1) {
          expect(await stuck()).toBe(503)
          const before = acknowledged.length
          await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 10)
        }
      })
      over.abort()
      await writing
      expectPrompt(slowest)
      expect(await allNames(admin, 'themes')).toEqual(new Set(acknowledged))
    },
  )

  it('SIGTERM ends the server cleanly while a statement is stuck', { tags: 'full' }, async () => {
    const waiting = stuck()
    await expect
      .poll(async () => (await (await fetch(`${site.url}/healthz`)).json()) as unknown, { timeout: 10_000 })
      .toMatchObject({ status: 'busy' })
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
    expect(await waiting.catch(() => 503)).toBe(503)
    site = await startSite(temporary.path)
    expect((await allNames(await site.admin(), 'themes')).size).toBeGreaterThan(10)
  })
})
