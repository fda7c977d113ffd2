import { join } from 'node:path'
import type { Database } from '@giftwell/backend/database/database.ts'
import { applyMigrations, knownMigrations } from '@giftwell/backend/database/migrations.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { expect, it } from 'vitest'
import { id, olderData, olderLeads, olderProducts } from './older-data.ts'
import { supabaseFolder } from './prepare-database.ts'
import { startPostgres } from './start-postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

// A database that an older Giftwell has filled, with everything that was in it, under the migrations since.

const folder = join(supabaseFolder, 'migrations')
/** The last migration before images had sizes and totals were kept. */
const older = '20261121001400'
/** Filters of a page, and the same as a condition on products. */
const filters: readonly (readonly [Record<string, string>, string])[] = [
  [{}, 'true'],
  [{ category: 'Category 3' }, `category_id = ${id(1, '3')}`],
  [{ budget: 'Rs.2000+' }, `budget = 'Rs.2000+'`],
  [
    { industry: 'Industry 2', theme: 'Theme 4' },
    `id in (select product_id from public.product_industry_tags where industry_tag_id = ${id(2, '2')})
     and id in (select product_id from public.product_themes where theme_id = ${id(3, '4')})`,
  ],
  [
    { doctor_type: 'Doctor 2', category: 'Category 2' },
    `category_id = ${id(1, '2')}
     and id in (select product_id from public.product_doctor_type_tags where doctor_type_tag_id = ${id(4, '2')})`,
  ],
]

interface Shown {
  readonly id: string
  readonly image_url: string | null
  readonly image_widths: readonly number[] | null
}
interface Page {
  readonly total: number
  readonly products: readonly Shown[]
  readonly next: string | null
}

/** Fills a database as an older Giftwell has, and brings it up to date. */
async function migrate(database: Database): Promise<void> {
  const versions = (await knownMigrations(folder)).map(({ version }) => version)
  await database.transaction(ensureSystemSchema)
  await applyMigrations(database.transaction, folder, new Set(versions.filter((version) => version <= older)))
  await database.transaction(async ({ run }) => run(olderData))
  await applyMigrations(database.transaction, folder)
}

async function rowsOf(database: Database, account: number, statement: string) {
  return database.transaction(async ({ run, query }) => {
    await run(
      `select set_config('request.jwt.claim.sub', ${id(9, String(account))}::text, true), set_config('role', 'authenticated', true)`,
    )
    return (await query(statement)).rows
  })
}

async function everyPage(database: Database, asked: Record<string, string>): Promise<Page[]> {
  const pages: Page[] = []
  let after: string | null = null
  do {
    const given = Object.entries({ ...asked, ...(after !== null && { after }), page_size: '100' })
    const parameters = given.map(([name, value]) => `${name} => '${value}'`).join(', ')
    const [row] = await rowsOf(database, 1, `select public.catalogue_page(${parameters}) as page`)
    const page = row?.['page'] as Page // the function's form
    pages.push(page)
    after = page.next
  } while (after !== null)
  return pages
}

/** What is there under each of the filters, read row by row, and what all pages show of it. */
async function allInOrder(database: Database) {
  const lists: { there: unknown; shown: unknown; isLong: boolean }[] = []
  for (const [asked, condition] of filters) {
    const there = await rowsOf(
      database,
      2,
      `select id, image_url from public.products where is_sample and ${condition} order by created_at desc, id`,
    )
    const pages = await everyPage(database, asked)
    lists.push({
      isLong: there.length > 20,
      there: {
        totals: pages.map(() => there.length),
        products: there.map((product) => ({ ...product, image_widths: null })),
      },
      shown: {
        totals: pages.map(({ total }) => total),
        products: pages.flatMap((page) =>
          page.products.map(({ id: shownId, image_url, image_widths }) => ({
            id: shownId,
            image_url,
            image_widths,
          })),
        ),
      },
    })
  }
  return lists
}

const facts = `
  select
    public.count_products() as products,
    public.count_products('BAMBOO') as named,
    (select count(*)::int from public.products where name ilike '%bamboo%') as "named in all",
    public.count_products('', jsonb_build_object('sample', 'no')) as "no samples",
    public.count_leads() as leads,
    public.count_leads('person 49') as "leads searched",
    cardinality(public.unused_product_images()) as "unused images",
    (select count(*)::int from (
      select product_id, of_sample from public.product_industry_tags union all
      select product_id, of_sample from public.product_themes union all
      select product_id, of_sample from public.product_doctor_type_tags
    ) as links join public.products on id = product_id where of_sample <> is_sample) as "links gone wrong"`

const rightFacts = {
  products: olderProducts,
  named: 1067,
  'named in all': 1067,
  'no samples': olderProducts / 10,
  leads: olderLeads,
  'leads searched': 11,
  'unused images': 5,
  'links gone wrong': 0,
}

const writings = [
  `update public.products set is_sample = not is_sample, category_id = ${id(1, '3')}, name = 'Steel ' || name
   where created_at < '2026-01-01 02:00Z'`,
  `delete from public.themes where name = 'Theme 1'`,
]

for (const [name, open] of [
  ['an embedded database', openEmbedded],
  ['a database on a PostgreSQL server', openServer],
] as const) {
  it(
    `${name} of an older version is whole after the migrations since`,
    { timeout: 120_000 },
    async ({ skip }) => {
      const opened = await open()
      if ('skipped' in opened) return skip(opened.skipped)
      const { database, close } = opened
      try {
        await migrate(database)

        expect(await rowsOf(database, 2, facts)).toEqual([rightFacts])
        const lists = await allInOrder(database)
        expect(lists.map(({ shown }) => shown)).toEqual(lists.map(({ there }) => there))
        expect(lists.filter(({ isLong }) => !isLong)).toEqual([])

        // What is written from now on is followed.
        for (const writing of writings) await rowsOf(database, 2, writing)
        const later = await allInOrder(database)
        expect(later.map(({ shown }) => shown)).toEqual(later.map(({ there }) => there))
        expect(later).not.toEqual(lists)
      } finally {
        await close()
      }
    },
  )
}

async function openEmbedded() {
  const temporary = await temporaryFolder('older-pglite')
  const database = await openPglite(join(temporary.path, 'database'))
  const close = async () => {
    await database.close()
    await temporary.remove()
  }
  return { database, close }
}

async function openServer() {
  const server = await startPostgres()
  if ('skipped' in server) return server
  const database = await openPostgres(server.url)
  const close = async () => {
    await database.close()
    await server.stop()
  }
  return { database, close }
}
