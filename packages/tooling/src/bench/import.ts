import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { pngPicture } from '@giftwell/backend/testing/picture.ts'

import { type BenchSite, startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, type Measurement, percentile } from './measurement.ts'

const rowCount = 3000
/** One row in ten has a photo of nearly what the bucket takes, with its smaller sizes: more than a browser makes of any. */
const photoEvery = 10
const sizes = [
  { width: 320, bytes: 25_000 },
  { width: 480, bytes: 50_000 },
  { width: 960, bytes: 180_000 },
] as const
const photo = { width: 1600, bytes: 4 * 1024 * 1024 }

// As the back office's window asks: packages/shared/src/admin/import.
const checkedAtOnce = 50
const storedAtOnce = 500
const importedAtOnce = 25
const picturesAtOnce = 2

/** How long a supplier's list takes through the API, what the server needs for it, and what visitors feel meanwhile. */
export const importPart: BenchPart = {
  title: `An import of ${rowCount.toLocaleString('en')} rows, ${rowCount / photoEvery} with a photo of 4 MB, on the embedded database`,
  async run(say) {
    const site = await startBenchSite({ seed: 'demo' })
    try {
      const token = await site.signIn('admin')
      const alone = await pagesOf(site, () => wait(10_000))
      const peak = await watchMemory(site.processId())
      const times = { check: 0, import: 0 }
      const meanwhile = await pagesOf(site, async () => {
        say('checking')
        times.check = await seconds(() => check(site, token))
        say('importing')
        times.import = await seconds(() => importRows(site, token, say))
      })
      const memory = await peak()
      return [
        { name: 'checked', value: times.check, unit: 's' },
        { name: 'imported', value: times.import, unit: 's' },
        ...memory,
        { name: 'a visitor’s catalogue before, p95', value: percentile(alone, 0.95), unit: 'ms' },
        atMost(500, 'a visitor’s catalogue meanwhile, p95', percentile(meanwhile, 0.95), 'ms'),
        { name: 'a visitor’s catalogue meanwhile, longest', value: Math.max(...meanwhile), unit: 'ms' },
      ]
    } finally {
      await site.stop()
    }
  },
}

const records = Array.from({ length: rowCount }, (_, index) => ({
  number: index + 2,
  name: `Imported gift ${index}`,
  sku: `SUP-${index}`,
  category: 'Imported',
  themes: ['Imported one', 'Imported two'],
  budget: 'Rs.100-500',
  is_sample: index % 2 === 0,
  errors: {},
}))
const options = {
  update: true,
  create: { categories: ['Imported'], themes: ['Imported one', 'Imported two'] },
}

async function check(site: BenchSite, token: string): Promise<void> {
  for (let at = 0; at < rowCount; at += checkedAtOnce) {
    const rows = records.slice(at, at + checkedAtOnce)
    await site.json({ path: '/rest/v1/rpc/import_products', body: { rows, options }, token })
  }
}

async function importRows(site: BenchSite, token: string, say: (line: string) => void): Promise<void> {
  const id = randomUUID()
  for (let at = 0; at < rowCount; at += storedAtOnce) {
    const rows = records.slice(at, at + storedAtOnce)
    const body = { import_id: id, name: 'gifts.csv', options, row_count: rowCount, rows }
    await site.json({ path: '/rest/v1/rpc/store_import', body, token })
  }
  for (let at = 0; at < rowCount; at += importedAtOnce) {
    const pending = `/rest/v1/import_rows?select=number,record&import_id=eq.${id}&outcome=is.null&order=number&limit=${importedAtOnce}`
    // The columns that are asked for.
    const batch = (await site.json({ path: pending, token })) as { number: number; record: object }[]
    const ready: object[] = batch.map(({ number, record }) => ({ ...record, number }))
    const withPhoto = [...ready.keys()].filter((place) => (at + place) % photoEvery === 0)
    const upload = async () => {
      for (let place = withPhoto.pop(); place !== undefined; place = withPhoto.pop()) {
        ready[place] = { ...ready[place], ...(await uploadPhoto(site, token, at + place)) }
      }
    }
    await Promise.all(Array.from({ length: picturesAtOnce }, upload))
    const report = await site.json({
      path: '/rest/v1/rpc/import_products',
      body: { rows: ready, import_id: id },
      token,
    })
    // The function's documented result.
    const failed = (report as { outcome: string }[]).find(({ outcome }) => outcome !== 'created')
    if (failed !== undefined) throw new Error(`A row was not created: ${JSON.stringify(failed)}`)
    if (at % 500 === 0) say(`${at} rows`)
  }
}

/** Uploads a photo and its sizes, one after the other; returns the fields of its row. */
async function uploadPhoto(site: BenchSite, token: string, number: number): Promise<object> {
  const name = `7${number}`
  for (const { width, bytes } of [photo, ...sizes]) {
    const file = `${width === photo.width ? name : `${name}-${width}`}.png`
    const answer = await fetch(`${site.url}/storage/v1/object/product-images/${file}`, {
      method: 'POST',
      headers: { apikey: site.key, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: pngPicture({ width, height: width, note: file, bytes }),
    })
    if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}: ${await answer.text()}`)
  }
  return {
    image_url: `/storage/v1/object/public/product-images/${name}.png`,
    image_widths: [...sizes.map(({ width }) => width), photo.width],
    image_colour: '#7f7f7f',
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** How long a visitor waits for each whole page of the catalogue, in ms, four a second while the work lasts. */
async function pagesOf(site: BenchSite, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  const done = new AbortController()
  const visits = (async () => {
    while (!done.signal.aborted) {
      const began = performance.now()
      const page = await fetch(`${site.url}/catalogue`)
      await page.text()
      if (!page.ok) throw new Error(`/catalogue was answered with ${page.status}`)
      times.push(performance.now() - began)
      await wait(250)
    }
  })()
  try {
    await Promise.race([work(), visits])
  } finally {
    done.abort()
    await visits
  }
  return times
}

/** Resets the peak of a process's memory; the result tells it. Nothing where the system has no such files. */
async function watchMemory(processId: number): Promise<() => Promise<readonly Measurement[]>> {
  const status = async (field: string) => {
    const text = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
    return Number(new RegExp(String.raw`^${field}:\s+(\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024
  }
  await writeFile(`/proc/${processId}/clear_refs`, '5').catch(() => undefined)
  const before = await status('VmRSS')
  return async () => {
    const peak = await status('VmHWM')
    if (Number.isNaN(peak)) return []
    return [
      { name: 'memory of the server before', value: before, unit: 'MB' },
      atMost(1024, 'memory of the server, peak', peak, 'MB'),
    ]
  }
}
