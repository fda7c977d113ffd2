import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { SqlSession } from '@giftwell/backend/database/database.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'

import { prepareDatabase } from '../database/embedded-database.ts'

/** The first and the second words of product names, in turn. */
const materials = ['Copper', 'Bamboo', 'Leather', 'Ceramic', 'Walnut']
const things = ['bottle', 'diary', 'lamp', 'hamper', 'clock', 'pen', 'mug']

/** The name of the product with a number; the higher, the newer. */
export function filledProduct(number: number): string {
  return `${materials[number % materials.length]} ${things[number % things.length]} no. ${String(number).padStart(5, '0')}`
}

/** The name of the sender of the lead with a number; the higher, the newer. */
export function filledLead(number: number): string {
  return `Person ${String(number).padStart(6, '0')}`
}

/** The same names as `filledProduct` gives. */
const names = `${inTurn(materials)} || ' ' || ${inTurn(things)} || ' no. ' || lpad(n::text, 5, '0')`

/** An entry of the list for each `n`. */
function inTurn(entries: readonly string[]): string {
  return `(array[${entries.map((entry) => `'${entry}'`).join(', ')}])[1 + n % ${entries.length}]`
}

/** An id that is easy to compute: a digit distinguishes the tables. */
const id = (table: number, number: string) =>
  `lpad(${table} || lpad((${number})::text, 9, '0'), 32, '0')::uuid`

const productRows = (count: number) => `
  insert into public.categories (id, name) select ${id(1, 'n')}, 'Category ' || n from generate_series(1, 24) as n;
  insert into public.industry_tags (id, name) select ${id(2, 'n')}, 'Industry ' || n from generate_series(1, 12) as n;
  insert into public.themes (id, name) select ${id(3, 'n')}, 'Theme ' || n from generate_series(1, 10) as n;
  insert into public.branding_methods (id, name) select ${id(7, 'n')}, 'Method ' || n from generate_series(1, 6) as n;
  insert into public.products (id, name, code, category_id, budget, min_quantity, lead_days_to, is_sample, is_featured, created_at)
  select ${id(5, 'n')}, ${names}, 'GW-' || n, ${id(1, '1 + n % 24')},
    ${inTurn(budgetBands)}, (array[25, 50, 100, 300])[1 + n % 4],
    5 + n % 20, n % 10 <> 0, n % 1000 = 0, timestamptz '2026-01-01Z' + n * interval '1 minute'
  from generate_series(1, ${count}) as n;
  insert into public.product_industry_tags select ${id(5, 'n')}, ${id(2, '1 + n % 12')} from generate_series(1, ${count}) as n;
  insert into public.product_branding_methods (product_id, branding_method_id)
  select ${id(5, 'n')}, ${id(7, '1 + n % 6')} from generate_series(1, ${count}) as n;
  insert into public.product_colours (product_id, position, name)
  select ${id(5, 'n')}, 1, ${inTurn(['Red', 'Navy', 'White', 'Green', 'Brown'])} from generate_series(1, ${count}) as n;
  insert into public.product_themes select ${id(5, 'n')}, ${id(3, '1 + n % 10')} from generate_series(1, ${count}) as n;`

const leadRows = (count: number) => `
  insert into public.leads (id, name, company, email, phone, message, selected_products, created_at)
  select ${id(6, 'n')}, 'Person ' || lpad(n::text, 6, '0'), 'Company ' || n % 977, 'person' || n || '@example.com', '+91 ' || n,
    'Gifts for ' || n % 500 || ' guests, please.', array['Copper bottle', 'Bamboo diary', 'Walnut clock', 'Ceramic mug'],
    timestamptz '2026-01-01Z' + n * interval '1 minute'
  from generate_series(1, ${count}) as n;`

/** The row-by-row work of the long tables, as pairs of statements that disable and restore it. */
const perRow = `
  select format('drop index %I.%I', schemaname, indexname) as leave, indexdef as have
  from pg_indexes
  where schemaname in ('public', 'private') and indexdef not like 'CREATE UNIQUE%'
    and tablename in ('products', 'product_search', 'product_industry_tags', 'product_themes', 'product_branding_methods', 'product_colours', 'leads')
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint
  where contype = 'c' and conrelid in ('public.products'::regclass, 'public.product_colours'::regclass, 'public.leads'::regclass)`

/** The rows: a large seller's catalogue, repeated; numbers begin with 1. */
export const largeCatalogue = { products: 50_000, leads: 100_000 } as const

/** Inserts the rows first, as a superuser without triggers and checks, then builds the indexes. */
async function fillCatalogue({ run, query }: SqlSession): Promise<void> {
  const { rows } = await query(perRow)
  for (const { leave } of rows) await run(String(leave))
  await run('set local session_replication_role = replica')
  await run(productRows(largeCatalogue.products))
  await run(leadRows(largeCatalogue.leads))
  await run('select private.refresh_product_search(array(select id from public.products))')
  for (const { have } of rows) await run(String(have))
}

/**
 * Writes a database of many products and leads into an empty data folder, for a backend that starts on it with
 * `SEED=empty`. Takes some 20 seconds; the memory that it needs goes with its process.
 */
export async function fillLargeCatalogue(dataFolder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [import.meta.filename, dataFolder])
}

if (import.meta.main) {
  await using database = await openPglite(join(process.argv[2] ?? '', 'database'))
  await prepareDatabase(database)
  await database.transaction(fillCatalogue)
  await database.vacuum()
}
