import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemoCatalogue } from '@giftwell/demo/demo-catalogue.ts'
import { imageFolder } from '@giftwell/demo/load-demo.ts'
import { cardSources } from '@giftwell/shared/images/image-sizes.ts'
import { siteAdministrator as administrator } from '@giftwell/tooling/site/start-site.ts'
import { demoData } from '@giftwell/tooling/testing/demo-data.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '../testing/child-process.ts'
import { isFullRun } from '../testing/rounds.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const { products } = await readDemoCatalogue()
const samples = products.filter(({ sample }) => sample)

const temporary = sharedFolder()
let server: TestServer
beforeAll(async () => {
  // The result of a first start, with which the end-to-end tests also begin.
  const folder = join(temporary.path, 'data')
  await cp(await demoData(), folder, { recursive: true })
  server = await startTestServer({ SEED: 'demo', DATA_DIR: folder })
}, 180_000)
afterAll(async () => {
  await server.close()
})

describe('a first start with the demo catalogue', () => {
  it('a first start shows visitors the samples, newest first', async () => {
    const { data: page } = await server.client().rpc('catalogue_page', {})
    expect(page.total).toBe(samples.length)
    expect(page.products.map(({ name }: { name: string }) => name)).toEqual(
      samples.slice(0, 12).map(({ name }) => name),
    )
  })

  it('the site says that it is a demo where it says how to reach it, and has its own name', async () => {
    const { data } = await server.client().rpc('site_details')
    expect(data).toEqual({
      contact_email: expect.stringMatching(/^demo@example\.com$/),
      contact_address: expect.stringMatching(/^Demo /),
    })
  })

  it('samples are found by their tags', async () => {
    const { data: pharma } = await server
      .client()
      .rpc('catalogue_page', { industry: 'Pharmaceutical', doctor_type: 'Dentist' })
    expect(pharma.total).toBe(samples.filter(({ doctorTypes }) => doctorTypes.includes('Dentist')).length)
  })

  it('a first start shows administrators every product, in the order of the file and evenly spaced in the past', async () => {
    const admin = await server.signedIn(administrator)
    const rows = []
    for (let from = 0; from < products.length; from += 1000) {
      const { data } = await admin
        .from('products')
        .select('id, name, created_at')
        .order('created_at', { ascending: false })
        .range(from, from + 999)
      rows.push(...(data ?? []))
    }
    expect(rows.map(({ name }) => name)).toEqual(products.map(({ name }) => name))
    const times = rows.map((row) => Date.parse(row.created_at))
    expect(new Set(times.slice(1).map((time, index) => (times[index] ?? 0) - time))).toEqual(
      new Set([41 * 60_000]),
    )
    expect(times[0]).toBeLessThan(Date.UTC(2026, 1, 1))
    const version5 = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    expect(rows.filter(({ id }) => !version5.test(id))).toEqual([])
  })

  it('every product has facts, which the filters find', async () => {
    const { data: page } = await server.client().rpc('catalogue_page', { moq: 500, lead: 30 })
    expect(page.total).toBe(samples.length)
    const admin = await server.signedIn(administrator)
    for (const table of [
      'product_terms',
      'product_colours',
      'product_branding_methods',
      'product_price_breaks',
    ]) {
      const { count } = await admin.from(table).select('product_id', { count: 'exact', head: true })
      expect(count, table).toBeGreaterThanOrEqual(products.length)
    }
    const { data: terms } = await admin.from('product_terms').select('supplier')
    expect(terms?.every(({ supplier }) => /^Demo Supplier [A-F]$/.test(supplier))).toBe(true)
  })

  it('a first start features the products that the file features', async () => {
    const { data: featured } = await server
      .client()
      .from('products')
      .select('name, is_featured')
      .order('created_at', { ascending: false })
    expect(featured?.map(({ name }) => name)).toEqual(
      samples.filter(({ featured: isFeatured }) => isFeatured).map(({ name }) => name),
    )
  })

  it('every size of a picture is served byte for byte once the server is ready', async () => {
    const { data } = await server.client().rpc('catalogue_page', {})
    const [first] = data.products
    const sources = cardSources(first.image_url, first.image_widths)?.split(', ') ?? []
    expect(sources).toHaveLength(3)
    for (const address of sources.map((source) => source.split(' ')[0] ?? '')) {
      const answer = await fetch(server.url + address)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const file = await readFile(new URL(address.split('/').at(-1) ?? '', imageFolder))
      expect(Buffer.from(await answer.arrayBuffer()).equals(file), address).toBe(true)
    }
  })

  it('a first start has templates of replies that say that they are the demo’s', async () => {
    const admin = await server.signedIn(administrator)
    const { data } = await admin.from('reply_templates').select('name').order('name')
    expect(data?.map(({ name }) => name)).toEqual(['Quote follows (demo)', 'Samples first (demo)'])
  })

  it('a first start has lines of equal words, which the demo does not touch', async () => {
    const admin = await server.signedIn(administrator)
    const { count } = await admin.from('search_words').select('id', { count: 'exact', head: true })
    expect(count).toBeGreaterThan(200)
  })

  it('a first start lists every image in the bucket, for backups and the daily sweep', async () => {
    const admin = await server.signedIn(administrator)
    const { data: logos } = await admin.from('client_logos').select('logo_url')
    expect(logos).toHaveLength(8)
    for (const { logo_url: url } of logos ?? []) {
      expect(url).toMatch(/^\/storage\/v1\/object\/public\/product-images\/\d+\.webp$/)
      expect((await fetch(server.url + url)).status).toBe(200)
    }
    const { data: listed } = await admin.storage.from('product-images').list('', { limit: 5000 })
    expect(listed).toHaveLength((await readdir(imageFolder)).length)
  })

  it('the command removes all of it in parts, and the dashboard brings it back', async () => {
    const command = async (...args: string[]) => {
      const child = startChild('admin-command.ts', ['remove-demo', ...args], { DATA_DIR: server.dataFolder })
      return { status: await child.ended, lines: [...child.out, ...child.err] }
    }
    // A full run removes all; what the owner has changed stays.
    const count = isFullRun ? products.length : 250
    await server.database?.query(
      `delete from private.demo_records where id in (
         select id from public.products order by is_sample desc, id offset $1)`,
      [count],
    )
    const counted = await command('--dry-run')
    expect(counted.lines).toContain(`Would be removed: ${count} products.`)
    expect(counted.lines.length).toBeGreaterThan(isFullRun ? 9 : 1)
    const removed = await command()
    expect(removed.status, removed.lines.join('\n')).toBe(0)
    expect(removed.lines.filter((line) => line === 'Removed: 100 products.')).toHaveLength(
      Math.floor(count / 100),
    )
    const own = { own_products: Math.max(0, samples.length - count) }
    expect((await server.client().rpc('site_details')).data).toMatchObject(own)
    const admin = await server.signedIn(administrator)
    expect((await admin.rpc('demo_summary')).data).toMatchObject({ removable: {}, changed_products: 0 })
    let restored = 0
    for (let part = 1; part > 0; restored += part) {
      const { data, error } = await admin.rpc('restore_demo')
      expect(error).toBeNull()
      part = data.restored
    }
    expect(restored).toBeGreaterThanOrEqual(count)
    const { data: page } = await server.client().rpc('catalogue_page', { industry: 'Pharmaceutical' })
    expect(page.total).toBe(samples.filter(({ industries }) => industries.includes('Pharmaceutical')).length)
    expect((await command('--dry-run')).lines).toEqual(counted.lines)
  }, 240_000)
})
