import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { nothingToSee, readServedPages, type ServedPages } from './prerendered-pages.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const data = {
  config: { supabaseUrl: 'http://127.0.0.1:3000', supabaseKey: 'publishable' },
  textFor: async (): Promise<string> => '"twelve products"',
}
/** Of a shared link. */
const key = 'key-of_a-shared-link-3'
const temporary = sharedFolder()
let folder: string
let pages: ServedPages
beforeAll(async () => {
  folder = join(temporary.path, 'site-server')
  await mkdir(folder)
  await writeFile(join(folder, 'catalogue.html'), 'template')
  await writeFile(join(folder, 'filtered.html'), 'template of filters')
  await writeFile(join(folder, 'product.html'), 'product template')
  await writeFile(join(folder, 'terms.html'), 'terms template')
  await writeFile(
    join(folder, 'pages.json'),
    JSON.stringify({
      siteOrigin: null,
      pages: { '/catalogue': 'catalogue.html', '/product/:product': 'product.html', '/terms': 'terms.html' },
      filtered: { '/catalogue': 'filtered.html' },
    }),
  )
  await writeFile(
    join(folder, 'prerender.js'),
    `exports.productAt = async (path, search) => path.endsWith('1') ? '/product/mug-1' :
      path.endsWith('2') && search === '?theme=Diwali' ? '/product/jug-2' :
      path.endsWith('3') && search === '?share=${key}' ? '/product/pen-3' : null
    exports.renderPage = async (page, source) => page.search.includes('Astrology') ? Promise.reject(new Error()) :
      [page.path + page.search, page.template, await source.textFor('/x')].concat(page.siteOrigin ?? []).join(' ')`,
  )
  pages = await readServedPages(folder)
})

const respond = async (path: string, own = data) =>
  pages.respond(new Request(`http://127.0.0.1:3000${path}`), own)
const textOf = async (path: string, own = data): Promise<string | undefined> => {
  const response = await respond(path, own)
  return response instanceof Response ? response.text() : undefined
}

it('a page names the site by its address at the start, whatever it was built for', async () => {
  const named = await readServedPages(folder, 'https://gifts.example')
  const answer = await named.respond(new Request('http://127.0.0.1:3000/catalogue'), data)
  expect(answer instanceof Response && (await answer.text())).toBe(
    '/catalogue template "twelve products" https://gifts.example',
  )
})

it('a page is rendered with its data, and no other path is', async () => {
  expect(await textOf('/catalogue')).toBe('/catalogue template "twelve products"')
  expect(await textOf('/')).toBeUndefined()
  expect(await textOf('/admin')).toBeUndefined()
})

it('the catalogue is rendered under the filters of its address, in a template of its own, whatever else stands in it', async () => {
  const filtered = '/catalogue?industry=Pharmaceutical&theme=Diwali template of filters "twelve products"'
  expect(await textOf('/catalogue?theme=Diwali&utm_source=mail&industry=Pharmaceutical')).toBe(filtered)
  expect(await textOf('/catalogue?utm_source=mail&from=97')).toBe('/catalogue template "twelve products"')
})

it('the catalogue is not rendered under filters that do not exist', async () => {
  expect(await textOf('/catalogue?theme=Astrology')).toBeUndefined()
})

it('a product that visitors see is rendered at its own address, under the filters that show it', async () => {
  expect(await textOf('/product/mug-1')).toBe('/product/mug-1 product template "twelve products"')
  const moved = await respond('/product/cup-1?utm_source=mail')
  expect(moved).toMatchObject({ status: 302 })
  expect(moved instanceof Response && moved.headers.get('location')).toBe('/product/mug-1')
  expect(await textOf('/product/jug-2?theme=Diwali')).toContain(
    '/product/jug-2?theme=Diwali product template',
  )
})

it('the key of a shared link opens its product, in a page that is neither stored nor indexed', async () => {
  const shared = await respond(`/product/pen-3?theme=Diwali&share=${key}`)
  if (!(shared instanceof Response)) throw new Error('Nothing to see')
  expect(await shared.text()).toBe(`/product/pen-3?share=${key} product template "twelve products"`)
  expect(shared.headers.get('cache-control')).toBe('no-store')
  expect(shared.headers.get('x-robots-tag')).toBe('noindex')
  expect(await respond(`/product/cup-3?share=${key}`)).toMatchObject({ status: 302 })
  for (const other of ['', key.slice(1), `${key}x`, key.replace('k', 'K')])
    expect(await respond(`/product/pen-3?share=${other}`)).toBe(nothingToSee)
})

it('every other address of a product is answered alike', async () => {
  for (const path of ['/product/jug-2', '/product/jug-3', '/product/none'])
    expect(await respond(path)).toBe(nothingToSee)
})

it('the terms are rendered where the owner has set some, and are no page otherwise', async () => {
  const details = (text: string | null) => ({
    ...data,
    textFor: async (asked: string): Promise<string | null> => (asked.includes('site_details') ? text : '"x"'),
  })
  const given = details('{"terms_changed_on":"2026-11-05"}')
  const terms = await pages.respond(new Request('http://127.0.0.1:3000/Terms/'), given)
  expect(terms instanceof Response && (await terms.text())).toBe('/terms terms template "x"')
  const at = (source: typeof given) => pages.respond(new Request('http://127.0.0.1:3000/terms'), source)
  expect(await at(details('{}'))).toBe(nothingToSee)
  expect(await at(details(null)), 'where the settings cannot be read').toBeNull()
})

it('no page is rendered without data', async () => {
  const failing = { ...data, textFor: async () => Promise.reject(new Error('No database')) }
  expect(await textOf('/catalogue', failing)).toBeUndefined()
})

it('no page is rendered without a server build', async () => {
  const none = await readServedPages(join(temporary.path, 'none'))
  expect(await none.respond(new Request('http://127.0.0.1:3000/catalogue'), data)).toBeNull()
})
