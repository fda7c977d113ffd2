import { readFileSync } from 'node:fs'

// The API's tables and functions, from the types that are generated from the migrations.
const types = readFileSync(
  new URL('@giftwell/shared/kernel/database.types.ts', import.meta.url),
  'utf8',
).split(/^ {4}(?:Tables|Views|Functions|Enums): \{$/m)
const [, tableTypes = '', , functionTypes = ''] = types

/** A row that a table may accept: every text that must be given, and every yes or no as yes. */
function honestRow(insert: string): object {
  const given = [...insert.matchAll(/^ {10}(\w+)(\??): (.+)$/gm)].flatMap(([, name = '', optional, type]) => {
    if (type === 'boolean') return [[name, true]]
    if (optional === '?' || type !== 'string' || name.endsWith('id')) return []
    if (name === 'email') return [[name, 'fuzz@fuzz.test']]
    return [[name, name.endsWith('_url') ? 'https://logo.example/a.png' : 'Fuzzed']]
  })
  return Object.fromEntries(given) as object
}

/** The tables of the API with their columns and a valid row of each. */
export const fuzzedTables = new Map(
  [...tableTypes.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([^}]+)\}[^]*?\n {8}Insert: \{\n([^}]+)\}/gm)].map(
    ([, table = '', row = '', insert = '']) => [
      table,
      { columns: [...row.matchAll(/^ {10}(\w+):/gm)].map(([, name = '']) => name), row: honestRow(insert) },
    ],
  ),
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
export const foreignNames = [
  'users',
  'auth.users',
  'schema_migrations',
  'pg_class',
  'information_schema.tables',
  'objects',
  'buckets',
  'product_search',
  'secrets',
  'products;',
  'products%20',
  'PRODUCTS',
  'products/extra',
  '..%2Fauth%2Fv1%2Fuser',
  '__proto__',
  'constructor',
  'toString',
]
