import { randomUUID } from 'node:crypto'
import type { Pictures } from '@giftwell/back-office/import/pictures.ts'
import {
  type ImportRecord,
  importReportQuery,
  storeImport,
} from '@giftwell/back-office/import/product-import.ts'
import { expect, it } from 'vitest'
import { backOffice, runStoredImport } from '../testing/import-client.ts'
import { pngPicture } from '../testing/picture.ts'
import { faultRounds } from '../testing/rounds.ts'
import { allNames, startSite } from '../testing/site-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const rowCount = 240
const name = (number: number) => `Imported ${number}`

const records: readonly ImportRecord[] = Array.from({ length: rowCount }, (_, index) => ({
  number: index + 2,
  name: name(index + 2),
  // Without a code only the stored rows show the completed ones.
  ...(index % 2 === 0 && { supplier_code: `K-${index}` }),
  category: `Category ${index % 7}`,
  themes: [`Theme ${index % 5}`],
  ...(index % 3 === 0 && { image: `${index}.png` }),
  errors: {},
}))
const options = {
  update: true,
  create: {
    categories: Array.from({ length: 7 }, (_, index) => `Category ${index}`),
    themes: Array.from({ length: 5 }, (_, index) => `Theme ${index}`),
  },
}

const pictures: Pictures = {
  size: rowCount,
  has: () => true,
  read: async (file) => pngPicture({ note: file, bytes: 20_000 }),
}

it(
  `an import goes on after ${faultRounds} kills of the server, and every row is there once with its picture`,
  { tags: 'full', timeout: 60_000 + faultRounds * 60_000 },
  async () => {
    await using temporary = await temporaryFolder()
    const id = randomUUID()
    const { signal } = new AbortController()
    for (let round = 0; round < faultRounds; round += 1) {
      const site = await startSite(temporary.path)
      const office = await backOffice(site.url)
      // A window that was reloaded while the rows were stored stores them again.
      await storeImport(office, { id, name: 'gifts.csv', options }, records, signal)
      const isOver = runStoredImport(office, id, pictures, () => {
        // In the middle of the uploads of the next batch, or of its rows.
        setTimeout(() => site.child.process.kill('SIGKILL'), 20 + round * 150)
      }).then(
        () => 'done',
        () => 'interrupted',
      )
      await site.child.ended
      expect(await isOver).toBe('interrupted')
    }

    const site = await startSite(temporary.path)
    const office = await backOffice(site.url)
    const report = importReportQuery(office, id)
    const count = async () =>
      // The query's function takes nothing but the signal.
      ((await report.queryFn?.({ signal } as never)) ?? { counts: null }).counts
    const before = await count()
    expect(before?.created).toBeGreaterThanOrEqual(25)
    expect(before?.pending).toBeGreaterThan(0)
    await runStoredImport(office, id, pictures)

    expect(await count()).toEqual({ created: rowCount, updated: 0, unchanged: 0, failed: 0, pending: 0 })
    const admin = await site.admin()
    const { count: products } = await admin.from('products').select('id', { head: true, count: 'exact' })
    expect(products).toBe(rowCount)
    expect(await allNames(admin, 'products')).toEqual(new Set(records.map(({ number }) => name(number))))
    for (const [table, made] of [
      ['categories', options.create.categories],
      ['themes', options.create.themes],
    ] as const) {
      const { data } = await admin.from(table).select('name').order('name')
      expect(data?.map((row) => row.name)).toEqual(made)
    }
    const { data: links } = await admin.from('product_themes').select('product_id')
    expect(links).toHaveLength(rowCount)
    const { data: shown } = await admin.from('products').select('image_url').not('image_url', 'is', null)
    expect(shown).toHaveLength(rowCount / 3)
    for (const { image_url } of shown ?? []) {
      expect((await fetch(new URL(image_url, site.url))).status).toBe(200)
    }
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
  },
)
