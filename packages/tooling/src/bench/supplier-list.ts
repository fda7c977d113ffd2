import { randomUUID } from 'node:crypto'

import { checkRows, storeImport } from '@giftwell/back-office/import/product-import.ts'
import { collectPictures } from '@giftwell/back-office/import/pictures.ts'
import { backOffice, runStoredImport } from '@giftwell/backend/testing/import-client.ts'
import { startPostgres } from '../database/start-postgres.ts'
import { fillLargeCatalogue, largeCatalogue } from '../site/fill-catalogue.ts'
import { startBenchSite } from './bench-site.ts'
import { type BenchPart, type Measurement, percentile, timeOf } from './measurement.ts'

const rowCount = 3000
const checkedAtOnce = 50
const options = { update: true, create: { categories: ['Listed'], themes: ['Listed'] } }
const rows = Array.from({ length: rowCount }, (_, index) => ({
  number: index + 2,
  name: `Listed gift ${index}`,
  supplier: 'Bench',
  supplier_code: `B-${index}`,
  category: 'Listed',
  themes: ['Listed'],
  budget: 'Rs.100-500',
  colours: [{ name: 'Red' }, { name: 'Blue' }],
  errors: {},
}))

/** A supplier's list is checked, imported and undone through the API, as the back office does it. */
async function importOn(engine: string, databaseUrl: string): Promise<readonly Measurement[]> {
  await using site = await startBenchSite({ seed: 'demo', databaseUrl })
  const office = await backOffice(site.url, site.admin)
  const { signal } = new AbortController()
  const id = randomUUID()
  const check = await timeOf(async () => {
    for (let at = 0; at < rowCount; at += checkedAtOnce)
      await checkRows(office, rows.slice(at, at + checkedAtOnce), options, signal)
  })
  const run = await timeOf(async () => {
    await storeImport(office, { id, name: 'bench.csv', options }, rows, signal)
    await runStoredImport(office, id, await collectPictures([]))
  })
  const token = await site.signIn('admin')
  const undo = await timeOf(async () => {
    for (let left: unknown = rowCount; left !== undefined;) {
      const path = '/rest/v1/rpc/restore_record'
      // The form that the function documents.
      left = ((await site.json({ path, body: { record_id: id }, token })) as { left?: number }).left
    }
  })
  return Object.entries({ checked: check, imported: run, undone: undo }).map(([what, time]) => ({
    name: `${rowCount} rows ${what}, ${engine}`,
    value: time / 1000,
    unit: 's',
  }))
}

/** An import of 3,000 rows on both databases. */
export const importPart: BenchPart = {
  title: `An import of ${rowCount.toLocaleString('en')} rows without pictures`,
  async run(log) {
    const embedded = await importOn('embedded', '')
    const postgres = await startPostgres(log)
    if ('skipped' in postgres) {
      log(`PostgreSQL is left out: ${postgres.skipped}`)
      return embedded
    }
    await using server = postgres
    return [...embedded, ...(await importOn('PostgreSQL', server.url))]
  },
}

const searches = [
  { q: 'copper bottle' },
  { q: 'diary' },
  { q: 'botle' },
  { q: 'gift for employees' },
  // As the website asks for "250 pieces lamp".
  { q: 'lamp', moq: '250' },
  { q: 'बोतल' },
  { q: 'walnut pen red' },
]

/** Searches of a large catalogue on the embedded database. */
export const searchPart: BenchPart = {
  title: `Searches of ${largeCatalogue.products.toLocaleString('en')} products on the embedded database`,
  async run(log) {
    log('filling the catalogue')
    await using site = await startBenchSite({ seed: 'empty', fill: fillLargeCatalogue })
    const token = await site.signIn('customer')
    const times: number[] = []
    // Pages of other sizes are not cached yet.
    for (const size of [44, 45, 46, 47, 48])
      for (const search of searches) {
        const asked = new URLSearchParams({ ...search, counts: 'true', page_size: String(size) })
        const path = `/rest/v1/rpc/catalogue_page?${asked}`
        const time = await timeOf(() => site.json({ path, token }))
        if (size > 44) times.push(time)
      }
    return [0.5, 0.95].map((share) => ({
      name: `a page of a search, p${share * 100}`,
      value: percentile(times, share),
      unit: 'ms',
    }))
  },
}
