import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { backOffice, runStoredImport } from '@giftwell/backend/testing/import-client.ts'
import { pngPicture } from '@giftwell/backend/testing/picture.ts'
import { checkRows, storeImport } from '@giftwell/back-office/import/product-import.ts'
import autocannon from 'autocannon'
import postgres from 'postgres'

import { type BenchSite, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { createFilled } from './database.ts'
import { atMost, type BenchPart, type Measurement, median, timeOf } from './measurement.ts'

const products = 10_000
const rowCount = 3000

/** How long a change of many products takes on PostgreSQL, with its history and what undoes it. */
export const bulkPart: BenchPart = {
  title: `Changes of ${products.toLocaleString('en')} products at once, on PostgreSQL`,
  async run(log) {
    await using server = await startBenchPostgres(log)
    log('writing products')
    const databaseUrl = await createFilled(server.url, products, 0)
    const measurements = [await costOfTriggers(databaseUrl)]
    await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
    const rest = await (await backOffice(site.url, site.admin)).loadRest()
    const time = async (name: string, change: PromiseLike<{ readonly data: unknown }>) => {
      const began = performance.now()
      const { data } = await change
      measurements.push(atMost(5, name, (performance.now() - began) / 1000, 's'))
      return Object(data)
    }
    const undo = (record_id: string) => rest.rpc('restore_record', { record_id }).throwOnError()
    const { data: theme } = await rest.from('themes').select('id').limit(1).single().throwOnError()
    const changes = { add: { theme: [theme.id] }, set: { budget: 'Rs.2000+', featured: true } }
    const edit = rest.rpc('bulk_edit_products', { changes, label: 'Benchmark' }).throwOnError()
    await time('undone', undo((await time('tags, budget and mark of all of them, with history', edit)).undo))
    const deletion = rest.rpc('delete_records', { entity: 'products' }).throwOnError()
    await time('restored', undo((await time('all of them deleted', deletion)).undo))
    return measurements
  },
}

/** How much longer products take in one statement with our triggers than without them; foreign keys are always checked. */
async function costOfTriggers(databaseUrl: string): Promise<Measurement> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const times = { enable: [] as number[], disable: [] as number[] }
  for (let round = 0; round < 7; round += 1) {
    for (const triggers of ['enable', 'disable'] as const) {
      await sql.unsafe(`begin; alter table public.products ${triggers} trigger user`).simple()
      const insertion = sql.unsafe(`
        insert into public.products (name, category_id, budget, is_sample)
        select 'Imported no. ' || n, (select id from public.categories order by id limit 1), 'Rs.100-500', true
        from generate_series(1, ${rowCount}) as n`)
      times[triggers].push(await timeOf(() => insertion))
      await sql.unsafe('rollback')
    }
  }
  await sql.end()
  const name = `${rowCount.toLocaleString('en')} products in one statement with triggers, by that without`
  return atMost(2.5, name, median(times.enable) / median(times.disable), 'ratio')
}

/** One row in ten has a photo of nearly what the bucket takes. */
const photoEvery = 10
const photo = { width: 1600, height: 1600, bytes: 4 * 1024 * 1024 }
/** As many as the back office sends at once. */
const checkedAtOnce = 50

const rows = Array.from({ length: rowCount }, (_, index) => ({
  number: index + 2,
  name: `Imported gift ${index}`,
  supplier_code: `SUP-${index}`,
  category: 'Imported',
  themes: ['Imported one', 'Imported two'],
  budget: 'Rs.100-500',
  is_sample: index % 2 === 0,
  ...(index % photoEvery === 0 && { image: `photo-${index}.png` }),
  errors: {},
}))
const options = {
  update: true,
  create: { categories: ['Imported'], themes: ['Imported one', 'Imported two'] },
}
const pictures = {
  size: rowCount / photoEvery,
  has: () => true,
  read: (name: string) => Promise.resolve(pngPicture({ ...photo, note: name })),
}

/** How long a supplier's list takes through the API, the memory of the server, and the latency of visitors meanwhile. */
export const importPart: BenchPart = {
  title: `An import of ${rowCount.toLocaleString('en')} rows, ${rowCount / photoEvery} with a photo of 4 MB, on the embedded database`,
  async run(log) {
    await using site = await startBenchSite({ seed: 'demo' })
    const client = await backOffice(site.url, site.admin)
    const { signal } = new AbortController()
    const id = randomUUID()
    const before = await visitorsLatency(site, () => wait(10_000))
    const started = await peakMemory(site.processId(), 'its start')
    await resetPeakMemory(site.processId())
    const times = { check: 0, import: 0 }
    const meanwhile = await visitorsLatency(site, async () => {
      log('checking')
      times.check = await timeOf(async () => {
        for (let index = 0; index < rowCount; index += checkedAtOnce)
          await checkRows(client, rows.slice(index, index + checkedAtOnce), options, signal)
      })
      log('importing')
      times.import = await timeOf(async () => {
        await storeImport(client, { id, name: 'gifts.csv', options }, rows, signal)
        await runStoredImport(client, id, pictures)
      })
    })
    const missing = `/rest/v1/import_rows?select=errors&import_id=eq.${id}&outcome=neq.created&limit=1`
    const failed = JSON.stringify(await site.json({ path: missing, token: await site.signIn('admin') }))
    if (failed !== '[]') throw new Error(`A row was not created: ${failed}`)
    return [
      { name: 'checked', value: times.check / 1000, unit: 's' },
      { name: 'imported', value: times.import / 1000, unit: 's' },
      ...started,
      ...(await peakMemory(site.processId(), 'the import', { atMost: 1024 })),
      { name: 'a visitor’s catalogue before, p97.5', value: before.p97_5, unit: 'ms' },
      atMost(500, 'a visitor’s catalogue meanwhile, p97.5', meanwhile.p97_5, 'ms'),
      { name: 'a visitor’s catalogue meanwhile, longest', value: meanwhile.max, unit: 'ms' },
    ]
  },
}

/** How long a visitor waits for a page of the catalogue, in ms, four a second while the work lasts. */
async function visitorsLatency({ url }: BenchSite, work: () => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  const options = { url: `${url}/catalogue`, connections: 1, overallRate: 4, duration: 3600 }
  const visits = autocannon(options, (_error, result) => resolve(result))
  try {
    await work()
  } finally {
    visits.stop()
  }
  const { latency, errors, non2xx } = await promise
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} pages of the catalogue failed`)
  return latency
}

/** The peak of a process's memory in some time; nothing where the system has no such file. */
async function peakMemory(
  processId: number,
  time: string,
  target?: Measurement['target'],
): Promise<readonly Measurement[]> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  if (peak === undefined) return []
  const name = `memory of the server, peak of ${time}`
  return [{ name, value: Number(peak) / 1024, unit: 'MB', ...(target && { target }) }]
}

/**
 * Lets the peak of a process begin anew: at its start V8 takes 600 MB for some seconds, in which it optimises one function of
 * PGlite's WebAssembly.
 */
async function resetPeakMemory(processId: number): Promise<void> {
  await writeFile(`/proc/${processId}/clear_refs`, '5').catch(() => undefined)
}
