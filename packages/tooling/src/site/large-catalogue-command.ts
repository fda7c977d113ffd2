import { join } from 'node:path'

import type { SqlSession } from '@giftwell/backend/database/database.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { largeCatalogue, materials, things } from './large-catalogue.ts'

// What fillLargeCatalogue runs, with the data folder to fill: a program of its own.

/** The same names as `largeCatalogueProduct` gives. */
const names = `${inTurn(materials)} || ' ' || ${inTurn(things)} || ' no. ' || lpad(n::text, 5, '0')`

/** An entry of the list for each `n`. */
function inTurn(entries: readonly string[]): string {
  return `(array[${entries.map((entry) => `'${entry}'`).join(', ')}])[1 + n % ${entries.length}]`
}

/** An id that is easy to compute: tables are told apart by a digit. */
const id = (table: number, number: string) =>
  `lpad(${table} || lpad((${number})::text, 9, '0'), 32, '0')::uuid`

const products = `
  insert into categories (id, name) select ${id(1, 'n')}, 'Category ' || n from generate_series(1, 24) as n;
  insert into industry_tags (id, name) select ${id(2, 'n')}, 'Industry ' || n from generate_series(1, 12) as n;
  insert into themes (id, name) select ${id(3, 'n')}, 'Theme ' || n from generate_series(1, 10) as n;
  insert into products (id, name, category_id, budget, is_sample, is_featured, created_at)
  select ${id(5, 'n')}, ${names}, ${id(1, '1 + n % 24')},
    ${inTurn(['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+'])},
    n % 10 <> 0, n % 1000 = 0, timestamptz '2026-01-01Z' + n * interval '1 minute'
  from generate_series(1, ${largeCatalogue.products}) as n;
  insert into product_industry_tags select ${id(5, 'n')}, ${id(2, '1 + n % 12')} from generate_series(1, ${largeCatalogue.products}) as n;
  insert into product_themes select ${id(5, 'n')}, ${id(3, '1 + n % 10')} from generate_series(1, ${largeCatalogue.products}) as n;`

const leads = `
  insert into leads (id, name, company, email, phone, message, selected_products, created_at)
  select ${id(6, 'n')}, 'Person ' || lpad(n::text, 6, '0'), 'Company ' || n % 977, 'person' || n || '@example.com', '+91 ' || n,
    'Gifts for ' || n % 500 || ' guests, please.', array['Copper bottle', 'Bamboo diary', 'Walnut clock', 'Ceramic mug'],
    timestamptz '2026-01-01Z' + n * interval '1 minute'
  from generate_series(1, ${largeCatalogue.leads}) as n;`

/** Rows first and the indexes of their words after them, all in one go, and without the triggers' tidying of each row. */
async function fill({ run, query }: SqlSession): Promise<void> {
  const { rows: indexes } = await query(
    `select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes where indexdef like '%gin_trgm_ops%'`,
  )
  for (const { name } of indexes) await run(`drop index ${String(name)}`)
  await run(`set local session_replication_role = replica; ${products} ${leads}`)
  for (const { definition } of indexes) await run(String(definition))
  await run('select private.recount_catalogue()')
}

const [dataFolder] = process.argv.slice(2)
if (dataFolder === undefined) throw new Error('Say which data folder to fill.')
const database = await openPglite(join(dataFolder, 'database'))
await prepareDatabase(database)
await database.transaction(fill)
await database.tidy()
await database.close()
