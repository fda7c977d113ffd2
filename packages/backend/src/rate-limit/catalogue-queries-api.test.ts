import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

/** The module of a server build whose catalogue page contains the answer under its filters. */
const renderer = `
export async function renderPage(page, source) {
  const text = await source.textFor('/rest/v1/rpc/catalogue_page' + (page.search || '?page_size=48'))
  if (text === null) throw new Error('The data is missing')
  return '<!doctype html><title>Rendered</title>' + text
}
`

describe('anonymous queries to the catalogue', { timeout: 60_000 }, () => {
  let server: TestServer
  const temporary = sharedFolder()
  let time = 0

  beforeAll(async () => {
    const siteFolder = join(temporary.path, 'site')
    await mkdir(siteFolder)
    for (const name of ['index.html', 'catalogue.html']) {
      await writeFile(join(siteFolder, name), '<!doctype html><title>Shell</title>')
    }
    await mkdir(`${siteFolder}-server`)
    await writeFile(join(`${siteFolder}-server`, 'prerender.js'), renderer)
    const pages = { siteOrigin: null, pages: { '/catalogue': 'page.html' }, filtered: {} }
    await writeFile(join(`${siteFolder}-server`, 'pages.json'), JSON.stringify(pages))
    await writeFile(join(`${siteFolder}-server`, 'page.html'), '')
    await writeFile(join(`${siteFolder}-server`, 'package.json'), '{"type":"module"}')
    server = await startTestServer({ TRUSTED_PROXY: '127.0.0.1' }, { now: () => time, siteFolder })
  })
  afterAll(async () => {
    await server.close()
  })

  const page = '/rest/v1/rpc/catalogue_page'
  const ask = async (query: string, from: string, init: RequestInit = {}) =>
    fetch(`${server.url}${page}?${query}`, {
      ...init,
      headers: { apikey: server.publishableKey, 'x-forwarded-for': from, ...Object(init.headers) },
    })
  /** Asks so many new queries and returns how many were refused. */
  async function refusedOf(count: number, from: (place: number) => string, prefix: string): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, place) => ask(`theme=${prefix}${place}`, from(place))),
    )
    return answers.filter(({ status }) => status === 429).length
  }

  it('are refused after 120 in a minute with the time to wait, and the same query is free', async () => {
    const from = '198.51.100.1'
    expect(await refusedOf(130, () => from, 'a')).toBe(10)
    const refused = await ask('theme=another', from)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      {
        code: 'PT429',
        message: 'Too many requests. Please try again in 1 second.',
        details: null,
        hint: null,
      },
    ])
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await ask('theme=a7&page_size=12', from)).status).toBe(200)
    const called = { method: 'POST', headers: { 'content-type': 'application/json' } }
    expect((await ask('', from, { ...called, body: '{"theme":"new"}' })).status).toBe(429)
    expect((await ask('', from, { ...called, body: '{"theme":"a7"}' })).status).toBe(200)
    time += 60_000
    expect((await ask('theme=another', from)).status).toBe(200)
  })

  it('are limited for searches, too: each different one and each order counts, whatever the page or the counts', async () => {
    const from = '198.51.100.10'
    const search = async (words: string) => ask(`q=${encodeURIComponent(words)}`, from)
    const answers = await Promise.all(Array.from({ length: 125 }, async (_, place) => search(`mug ${place}`)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    const refused = await search('another mug')
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      expect.objectContaining({ message: 'Too many requests. Please try again in 1 second.' }),
    ])
    const [again, counted, sorted, called] = await Promise.all([
      search('mug 7'),
      ask('q=mug+7&counts=true&page_size=3', from),
      ask('q=mug+7&sort=name', from),
      ask('', from, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"q":"a third mug"}',
      }),
    ])
    expect([again.status, counted.status, sorted.status, called.status]).toEqual([200, 200, 429, 429])
  })

  it('count when the cache answers them', async () => {
    await refusedOf(120, () => '198.51.100.2', 'cached')
    expect(await refusedOf(125, () => '198.51.100.3', 'cached')).toBe(5)
  })

  it('count for the first 64 bits of an IPv6 address', async () => {
    expect(await refusedOf(130, (place) => `2001:db8:7:7::${place + 1}`, 'six')).toBe(10)
    expect(await refusedOf(5, () => '2001:db8:7:8::1', 'six')).toBe(0)
  })

  it('are not limited for accounts, nor other reads', async () => {
    const from = '198.51.100.4'
    const client = await server.signedIn(administrator)
    const token = await tokenOf(client)
    await refusedOf(125, () => from, 'b')
    const headers = { authorization: `Bearer ${token}` }
    expect((await ask('theme=mine', from, { headers })).status).toBe(200)
    expect((await ask('theme=mine', from, { headers: { authorization: 'Bearer forged' } })).status).toBe(429)
    const filters = await server.send('/rest/v1/rpc/catalogue_filters', {
      headers: { 'x-forwarded-for': from },
    })
    expect(filters.status).toBe(200)
  })

  it('of a server-rendered page count for its visitor, who gets the page without data when there were too many', async () => {
    const open = async (from: string) =>
      (await fetch(`${server.url}/catalogue`, { headers: { 'x-forwarded-for': from } })).text()
    const [careful, greedy] = ['198.51.100.5', '198.51.100.6']
    expect(await open(careful)).toContain('Rendered')
    expect(await refusedOf(120, () => careful, 'c')).toBe(1)
    expect(await open(careful)).toContain('Rendered')
    expect(await refusedOf(120, () => greedy, 'd')).toBe(0)
    expect(await open(greedy)).toContain('Shell')
    expect(await open('198.51.100.7')).toContain('Rendered')
  })

  it('of server-rendered pages under filters count for their visitor, too', async () => {
    const from = '198.51.100.8'
    for (let place = 0; place < 120; place += 1) {
      const page = await fetch(`${server.url}/catalogue?theme=e${place}`, {
        headers: { 'x-forwarded-for': from },
      })
      await page.text()
    }
    expect((await ask('theme=another', from)).status).toBe(429)
    expect((await ask('theme=e0', from)).status).toBe(200)
    expect((await ask('theme=another', '198.51.100.9')).status).toBe(200)
  })
})
