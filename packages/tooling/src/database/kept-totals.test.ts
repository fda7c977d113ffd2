import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { prepareDatabase } from './prepare-database.ts'
import { startPostgres } from './start-postgres.ts'

// What only several connections can show of the kept totals; the rest is in supabase/tests/kept_totals.test.sql.

const writers = 6
const writings = 40

const anyOf = (table: string) => `(select id from public.${table} order by random() limit 1)`
const replaceAny = (table: string) => `
  with gone as (delete from public.${table} where id = ${anyOf(table)} returning id)
  insert into public.${table} (name) select gen_random_uuid()::text from gone`
const linkSome = (table: string, tags: string) => `
  insert into public.${table} select product.id, tag.id from public.products as product, public.${tags} as tag
  where random() < 0.1 on conflict do nothing`

const anyName =
  "(array['Copper', 'copper bottle', 'Bamboo bottle', 'Pen', 'Open box'])[1 + floor(random() * 5)] || ' ' || floor(random() * 9)"

/** A statement for each way to write that other writers may get in the way of. */
const statements: readonly string[] = [
  `insert into public.products (name, budget, is_sample, category_id)
   select ${anyName}, 'Rs.10-100', random() < 0.7, ${anyOf('categories')} from generate_series(1, 9)`,
  linkSome('product_themes', 'themes'),
  linkSome('product_industry_tags', 'industry_tags'),
  'update public.products set is_sample = not is_sample, budget = null where random() < 0.2',
  `update public.products set name = ${anyName} where random() < 0.3`,
  "select private.keep_search((array['copper', 'pen', 'bottle', 'x', ' 1'])[1 + floor(random() * 5)])",
  'delete from public.product_themes where random() < 0.2',
  'delete from public.products where random() < 0.05',
  replaceAny('themes'),
  replaceAny('categories'),
  `select public.save_product(
     jsonb_build_object('name', 'Saved', 'is_sample', true), array(select id from public.industry_tags order by id limit 2),
     array(select id from public.themes order by id limit 1), null, ${anyOf('products')}
   )`,
  `insert into public.leads (name, company, email, phone) select 'A', 'B', 'a@b.example', '1' from generate_series(1, 3)`,
  'delete from public.leads where random() < 0.3',
]

/** Facets of products that the bits and the tables do not agree about. */
const differences = `
  with said as (
    select facet, value, product_id
    from private.catalogue_facets
    join private.catalogue_numbers on number / 4096 = slice and get_bit(products, number % 4096) = 1
  ), there as (
    select own.facet, own.value, id from public.products cross join lateral (
      values ('category', category_id), ('budget', md5(budget)::uuid), ('sample', md5(is_sample::text)::uuid),
        ('featured', md5(is_featured::text)::uuid)
    ) as own (facet, value) where own.value is not null
    union all select 'industry', industry_tag_id, product_id from public.product_industry_tags
    union all select 'theme', theme_id, product_id from public.product_themes
    union all select 'search', md5(words)::uuid, id
    from public.products join private.kept_searches on name ilike private.containing(words)
    union all select ranged.facet, md5(ranged.part::text)::uuid, id
    from public.products cross join private.name_ranges cross join lateral (
      values ('name range', width_bucket(name, beginnings)), ('name ranges', width_bucket(name, beginnings) / 8)
    ) as ranged (facet, part)
  )
  (table said except all table there) union all (table there except all table said)`

it(
  'totals are right, and nobody waits for each other, however many write at once',
  { timeout: 120_000 },
  async ({ skip }) => {
    const server = await startPostgres()
    if ('skipped' in server) return skip(server.skipped)
    const sql = postgres(server.url, { max: writers, onnotice: () => {} })
    try {
      const database = await openPostgres(server.url)
      await prepareDatabase(database)
      await database.close()
      for (const table of ['categories', 'industry_tags', 'themes']) {
        await sql.unsafe(
          `insert into public.${table} (name) select gen_random_uuid()::text from generate_series(1, 5)`,
        )
      }

      await sql`select private.keep_search('copper')`

      const refusals = await Promise.all(
        Array.from({ length: writers }, async (_, writer) => write(sql, writer)),
      )

      expect(refusals.flat()).toEqual([])
      expect([...(await sql.unsafe(differences))]).toEqual([])
      const [facts] = await sql`
        select
          (select count(*) from public.leads) = (select sum(change) from private.lead_count_changes) as "leads are right",
          (select count(*) from public.products) = (select count(*) from private.catalogue_numbers) as "numbers are right",
          exists (select from public.products) as "there are products",
          exists (select from private.kept_searches) as "a search is kept"`
      expect(Object.entries(facts ?? {}).filter(([, isSo]) => isSo !== true)).toEqual([])
    } finally {
      await sql.end({ timeout: 5 })
      await server.stop()
    }
  },
)

it('who writes as of an earlier time does not miss a search that is kept since', async ({ skip }) => {
  const server = await startPostgres()
  if ('skipped' in server) return skip(server.skipped)
  const sql = postgres(server.url, { max: 2, onnotice: () => {} })
  try {
    const database = await openPostgres(server.url)
    await prepareDatabase(database)
    await database.close()

    const write = sql.begin('isolation level repeatable read', async (transaction) => {
      await transaction`select count(*) from public.products`
      await sql`select private.keep_search('copper')`
      await transaction`insert into public.products (name) values ('Copper mug')`
    })

    await expect(write).rejects.toMatchObject({ code: '40001' })
    expect([...(await sql.unsafe(differences))]).toEqual([])
  } finally {
    await sql.end({ timeout: 5 })
    await server.stop()
  }
})

/** One writer's turns, every fifth of them undone; gives what the database refused that it should not have. */
async function write(sql: ReturnType<typeof postgres>, writer: number): Promise<unknown[]> {
  const refused: unknown[] = []
  for (let turn = 0; turn < writings; turn += 1) {
    await sql
      .begin(async (transaction) => {
        await transaction.unsafe(statements[(writer * 7 + turn * 3) % statements.length] ?? '')
        if (turn % 5 === writer % 5) throw new Error('undone')
      })
      .catch((error: unknown) => {
        // Somebody deleted in the meantime what a link was to refer to, or what was to be saved.
        const { code } = error as { code?: string } // what PostgreSQL adds to its errors
        if (code !== undefined && code !== '23503' && code !== 'PT404') refused.push(error)
      })
  }
  return refused
}
