import { readFileSync } from 'node:fs'
import { apiTables } from '../../verify/rights-checks.ts'
import { words } from './hostile-values.ts'

// The columns of the API's tables and the parameters of its functions, from the types that the migrations generate.
const types = readFileSync(
  new URL('../../../../shared/src/kernel/database.types.ts', import.meta.url),
  'utf8',
)
const [, tableTypes = '', , functionTypes = ''] = types.split(/^ {4}(?:Tables|Views|Functions|Enums): \{$/m)
const rowOf = new Map(apiTables.map(({ name, row }) => [name, row]))

/** The tables of the API with their columns and a valid row of each. */
export const fuzzedTables = new Map(
  [...tableTypes.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([^}]+)\}/gm)].map(([, table = '', columns = '']) => [
    table,
    {
      columns: [...columns.matchAll(/^ {10}(\w+):/gm)].map(([, name = '']) => name),
      row: rowOf.get(table) ?? {},
    },
  ]),
)

/** The functions of the API with the names of their parameters, and some that the API must not have. */
export const fuzzedFunctions: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [...functionTypes.matchAll(/^ {6}(\w+): \{\s+Args: ([^]*?)\s*;?\s+Returns:/gm)].map(
      ([, name = '', parameters = '']) => [
        name,
        [...parameters.matchAll(/(\w+)\??:/g)].map(([, parameter = '']) => parameter),
      ],
    ),
  ),
  is_admin: [],
  home_page_product_ids: [],
  pg_sleep: ['seconds'],
}

/** Tables and functions that the API must not have. */
export const foreignNames = words(`
  users auth.users schema_migrations pg_class information_schema.tables objects buckets product_search secrets products;
  products%20 PRODUCTS products/extra ..%2Fauth%2Fv1%2Fuser __proto__ constructor toString
`)
