import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An object of a database, as catalogue.sql describes it. */
export interface CatalogueEntry {
  readonly kind: string
  readonly name: string
  readonly definition: string
}

/** What makes a database, by kind and name. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>

/** An object that two databases do not have alike. */
export interface Difference {
  readonly from: CatalogueEntry | undefined
  readonly to: CatalogueEntry | undefined
}

export interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>
}

/** Reads the tables, functions, policies, triggers and rights of a database. */
export async function readCatalogue(database: Queryable): Promise<Catalogue> {
  return readEntries(database, await readFile(join(import.meta.dirname, 'catalogue.sql'), 'utf8'))
}

/** Reads the rows of a database without data, which the schemas insert. Ids, times, versions and secrets differ in each. */
export async function readRows(database: Queryable): Promise<Catalogue> {
  const tables = await readEntries(
    database,
    `select format('%s', attrelid::regclass) as kind, '' as name, array_agg(attname) filter (
       where atttypid in ('uuid'::regtype, 'timestamptz'::regtype) or attname = 'version' or attrelid = to_regclass('private.settings') and attname = 'value'
     )::text as definition
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where (relnamespace in ('public'::regnamespace, 'private'::regnamespace) or relname = 'buckets')
       and relkind = 'r' and attnum > 0 group by attrelid`,
  )
  const selects = [...tables.values()].map(
    ({ kind, definition }) =>
      `select '${kind}' as name, (to_jsonb(listed) - '${definition ?? '{}'}'::text[])::text as definition from ${kind} as listed`,
  )
  return readEntries(
    database,
    `select 'rows' as kind, name, string_agg(definition, E'\\n' order by definition) as definition
     from (${selects.join(' union all ')}) as stored group by name`,
  )
}

async function readEntries(database: Queryable, query: string): Promise<Catalogue> {
  const { rows } = await database.query(query)
  // The columns that the queries above select.
  const entries = rows as CatalogueEntry[]
  return new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
}

/** The objects that are not alike in both, in the order of their names. */
export function catalogueDifferences(from: Catalogue, to: Catalogue): Difference[] {
  return [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .map((key) => ({ from: from.get(key), to: to.get(key) }))
    .filter((pair) => pair.from?.definition !== pair.to?.definition)
}

/** Says where an object differs: its name and the first line that is another one. */
export function describeDifference({ from, to }: Difference): string {
  const name = `${(from ?? to)?.kind} ${(from ?? to)?.name}`
  if (from === undefined) return `${name} is in the schemas alone: ${to?.definition.split('\n')[0]}`
  if (to === undefined) return `${name} is in the migrations alone`
  const lines = to.definition.split('\n')
  const formerLines = from.definition.split('\n')
  const at = lines.findIndex((line, index) => line !== formerLines[index])
  return `${name} differs: "${formerLines.at(at)?.trim()}" in the migrations, "${lines.at(at)?.trim()}" in the schemas`
}
