import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { sendCommand } from '../../accounts/control-channel.ts'
import { manifestName, rowsName } from '../../backup/archive.ts'
import { dataFolderAt } from '../../data-folder/data-folder.ts'
import { tokenOf } from '../clients-of.ts'
import { type SiteProcess, startSite } from '../site-process.ts'
import { knownIds } from './hostile-values.ts'
import type { Header, Role } from './wire.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** In every row that only an administrator may read, and in no request. */
export const hiddenWord = 'zqhiddenqz'

const customer = { email: 'customer@fuzz.test', password: 'correct horse battery' }
const bystander = { email: `${hiddenWord}@fuzz.test`, password: 'correct horse battery' }

/** Every row by its qualified table name; a row has its columns' texts by name. */
export type Rows = ReadonlyMap<string, readonly Readonly<Record<string, string | null>>[]>

/** A site in its own process with a few rows and accounts. */
export interface FuzzedSite {
  readonly process: SiteProcess
  readonly port: number
  readonly credentials: Readonly<Record<Role, readonly Header[]>>
  /** All rows of the database. */
  rows(): Promise<Rows>
  /** The memory of the process after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>
  close(): Promise<void>
}

/**
 * Starts the site, fills it and signs all roles in.
 * @param databaseUrl an empty database on a PostgreSQL server, which is not cleaned up; the embedded one by default
 */
export async function startFuzzedSite(databaseUrl = ''): Promise<FuzzedSite> {
  const folder = await temporaryFolder()
  const loader = pathToFileURL(join(import.meta.dirname, 'answer-memory.ts')).href
  const site = await startSite(folder.path, {
    CONFIRM_EMAIL: '0',
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: `--import ${loader}`,
    // Each request has its own client address, because of the rate limits.
    TRUSTED_PROXY: '127.0.0.1',
  })
  await fill(site)
  const bearer = (token: string): readonly Header[] => [
    ['apikey', site.publishableKey],
    ['authorization', `Bearer ${token}`],
  ]
  const customerToken = await tokenOf(await site.signedIn(customer))
  const [head = '', claims = '', signature = ''] = customerToken.split('.')
  const admitted = Buffer.from(claims, 'base64url')
    .toString()
    .replace('"role":"authenticated"', '"role":"service_role"')
  const control = dataFolderAt(join(folder.path, 'data')).control
  return {
    process: site,
    port: Number(new URL(site.url).port),
    credentials: {
      anonymous: bearer(site.publishableKey),
      customer: bearer(customerToken),
      administrator: bearer(await tokenOf(await site.admin())),
      forger: bearer([head, Buffer.from(admitted).toString('base64url'), signature].join('.')),
    },
    async rows() {
      const [snapshot] = (await sendCommand(control, { action: 'snapshot' })) ?? []
      if (snapshot === undefined) throw new Error('The site made no snapshot.')
      try {
        return await readRows(snapshot)
      } finally {
        await rm(snapshot, { recursive: true, force: true })
      }
    },
    async memory() {
      site.child.process.send('memory')
      const [usage] = await once(site.child.process, 'message')
      // Only the preloaded module sends messages.
      return usage as NodeJS.MemoryUsage
    },
    async close() {
      site.child.process.kill('SIGTERM')
      await site.child.ended
      await folder.remove()
    },
  }
}

async function fill(site: SiteProcess): Promise<void> {
  const [first, second] = knownIds
  const lead = { company: hiddenWord, email: `${hiddenWord}@lead.test`, phone: hiddenWord }
  const rows: Readonly<Record<string, object[]>> = {
    categories: [{ id: first, name: 'Drinkware' }],
    subcategories: [{ id: first, name: 'Mugs' }],
    subcategory_categories: [{ subcategory_id: first, category_id: first }],
    industry_tags: [{ id: first, name: 'Banks' }],
    themes: [{ id: first, name: 'Diwali' }],
    products: knownIds.map((id, index) => ({
      id,
      name: index % 2 === 0 ? `Mug ${index}` : `Draft ${hiddenWord} ${index}`,
      is_sample: index % 2 === 0,
      is_featured: index < 4,
      budget: 'Rs.10-100',
      category_id: first,
    })),
    product_themes: [first, second].map((id) => ({ product_id: id, theme_id: first })),
    product_terms: knownIds.map((id, index) => ({
      product_id: id,
      supplier: hiddenWord,
      supplier_code: `${hiddenWord} ${index}`,
      note: hiddenWord,
    })),
    product_price_breaks: knownIds.map((id) => ({ product_id: id, quantity: 100, price_paise: 24_500 })),
    leads: Array.from({ length: 4 }, (_, index) => ({ ...lead, name: `${hiddenWord} ${index}` })),
  }
  const admin = await site.admin()
  for (const [table, values] of Object.entries(rows)) {
    // As visitors send them, one by one.
    for (const some of table === 'leads' ? values.map((value) => [value]) : [values]) {
      const { error } = await (table === 'leads' ? site.client() : admin).from(table).insert(some)
      if (error !== null) throw new Error(`${table}: ${error.message}`)
    }
  }
  for (const account of [customer, bystander]) {
    const { error } = await site.client().auth.signUp(account)
    if (error !== null) throw error
  }
}

const manifestSchema = z.object({
  tables: z.array(z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) })),
})

async function readRows(folder: string): Promise<Rows> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  const all = new Map<string, Record<string, string | null>[]>()
  for (const table of manifest.tables) {
    const text = await readFile(join(folder, rowsName(table)), 'utf8')
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((line) => z.array(z.string().nullable()).parse(JSON.parse(line)))
    all.set(
      `${table.schema}.${table.table}`,
      rows.map((values) => Object.fromEntries(table.columns.map((name, at) => [name, values[at] ?? null]))),
    )
  }
  return all
}
