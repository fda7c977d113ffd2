import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { backOffice, runStoredImport } from '@giftwell/backend/testing/import-client.ts'
import { pngPicture } from '@giftwell/backend/testing/picture.ts'
import { checkRows, storeImport } from '@giftwell/back-office/import/product-import.ts'
import autocannon from 'autocannon'

import { type BenchSite, startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, type Measurement } from './measurement.ts'

const rowCount = 3000
/** One row in ten has a photo of nearly what the bucket takes. */
const photoEvery = 10
const photo = { width: 1600, height: 1600, bytes: 4 * 1024 * 1024 }
/** As the back office's window asks: packages/back-office/src/import. */
const checkedAtOnce = 50

const rows = Array.from({ length: rowCount }, (_, index) => ({
  number: index + 2,
  name: `Imported gift ${index}`,
  sku: `SUP-${index}`,
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

/** How long a supplier's list takes through the API, what the server needs for it, and what visitors feel meanwhile. */
export const importPart: BenchPart = {
  title: `An import of ${rowCount.toLocaleString('en')} rows, ${rowCount / photoEvery} with a photo of 4 MB, on the embedded database`,
  async run(say) {
    await using site = await startBenchSite({ seed: 'demo' })
    const client = await backOffice(site.url, site.admin)
    const { signal } = new AbortController()
    const id = randomUUID()
    const alone = await visitorsLatency(site, () => wait(10_000))
    const times = { check: 0, import: 0 }
    const meanwhile = await visitorsLatency(site, async () => {
      say('checking')
      times.check = await seconds(async () => {
        for (let at = 0; at < rowCount; at += checkedAtOnce)
          await checkRows(client, rows.slice(at, at + checkedAtOnce), options, signal)
      })
      say('importing')
      times.import = await seconds(async () => {
        await storeImport(client, { id, name: 'gifts.csv', options }, rows, signal)
        await runStoredImport(client, id, pictures)
      })
    })
    const missing = `/rest/v1/import_rows?select=errors&import_id=eq.${id}&outcome=neq.created&limit=1`
    const failed = JSON.stringify(await site.json({ path: missing, token: await site.signIn('admin') }))
    if (failed !== '[]') throw new Error(`A row was not created: ${failed}`)
    return [
      { name: 'checked', value: times.check, unit: 's' },
      { name: 'imported', value: times.import, unit: 's' },
      ...(await peakMemory(site.processId())),
      { name: 'a visitor’s catalogue before, p97.5', value: alone.p97_5, unit: 'ms' },
      atMost(500, 'a visitor’s catalogue meanwhile, p97.5', meanwhile.p97_5, 'ms'),
      { name: 'a visitor’s catalogue meanwhile, longest', value: meanwhile.max, unit: 'ms' },
    ]
  },
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
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

/** The peak of a process's memory; nothing where the system has no such file. */
async function peakMemory(processId: number): Promise<readonly Measurement[]> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  return peak === undefined ? [] : [atMost(1024, 'memory of the server, peak', Number(peak) / 1024, 'MB')]
}
