import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SqlSession } from '../database/database.ts'
import { recordedMigrations } from '../database/migrations.ts'
import { type Manifest, rowsName } from './backup-contents.ts'

/** Rows per fetch. */
const batch = 1000

/** The manifest's part about the database. */
type DumpedRows = Pick<Manifest, 'migrations' | 'migrationSums' | 'tables' | 'sequences' | 'leftOut'>

/**
 * Writes every row of Giftwell's tables to one file per table below a folder. Values are PostgreSQL's text, which any
 * version of PostgreSQL reads back unchanged.
 * @param session of a transaction with one snapshot
 */
export async function dumpRows(session: SqlSession, folder: string): Promise<DumpedRows> {
  await setCanonicalOutputFormat(session)
  const found = await tablesIn(session)
  const own = found.filter(({ isOwn }) => isOwn)
  const leftOut = found.filter(({ isOwn }) => !isOwn).map(({ schema, table }) => `${schema}.${table}`)
  const tables: Manifest['tables'] = []
  for (const table of own) {
    const path = join(folder, rowsName(table))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      const rows = await dumpTable(session, table, file)
      const columns = table.columns.map(({ name }) => name)
      tables.push({ schema: table.schema, table: table.table, columns, rows })
    } finally {
      await file.close()
    }
  }
  const migrations = await recordedMigrations(session)
  return {
    tables,
    leftOut: leftOut.toSorted(),
    migrations: [...migrations.keys()],
    migrationSums: Object.fromEntries(migrations),
    sequences: await sequencesIn(session, own),
  }
}

async function dumpTable(session: SqlSession, table: Table, file: FileHandle): Promise<number> {
  const texts = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  await session.run(
    `declare giftwell_backup no scroll cursor for
     select to_json(array[${texts}]::text[])::text as row from ${quoted(table.schema, table.table)}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await session.query(`fetch ${batch} from giftwell_backup`)
    if (rows.length === 0) break
    await file.appendFile(rows.map((row) => `${oneLine(String(row['row']))}\n`).join(''))
    count += rows.length
  }
  await session.run('close giftwell_backup')
  return count
}

/** Escapes the two separators that many programs read as the end of a line; PostgreSQL's JSON leaves them unescaped. */
function oneLine(json: string): string {
  return json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)
}

/** The last values of the sequences of Giftwell's tables; unused sequences have none. */
async function sequencesIn(session: SqlSession, own: readonly Table[]): Promise<Manifest['sequences']> {
  const { rows } = await session.query(
    `select n.nspname::text as schema, s.relname::text as sequence, p.last_value::text as value,
       tn.nspname::text as table_schema, t.relname::text as "table"
     from pg_class s
     join pg_namespace n on n.oid = s.relnamespace
     join pg_sequences p on p.schemaname = n.nspname and p.sequencename = s.relname
     join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       and d.refclassid = 'pg_class'::regclass
     join pg_class t on t.oid = d.refobjid
     join pg_namespace tn on tn.oid = t.relnamespace
     where s.relkind = 'S' and p.last_value is not null order by 1, 2`,
  )
  return rows
    .filter((row) =>
      own.some(({ schema, table }) => schema === row['table_schema'] && table === row['table']),
    )
    .map((row) => ({
      schema: String(row['schema']),
      sequence: String(row['sequence']),
      value: String(row['value']),
    }))
}

/** A table whose rows belong in a backup. */
export interface Table {
  readonly schema: string
  readonly table: string
  /** Whether it is Giftwell's. The schema `public` may have other tables of the database's owner. */
  readonly isOwn: boolean
  /** Generated columns are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Every table but the system's, the extensions' and the record of migrations, each after the tables that it
 * references. Giftwell's tables in `public` are those that its migrations protect from TRUNCATE.
 */
export async function tablesIn(session: SqlSession): Promise<Table[]> {
  const { rows } = await session.query(`
    select c.oid::int8::text as id, n.nspname::text as schema, c.relname::text as "table",
      n.nspname in ('auth', 'backend', 'private', 'storage') or n.nspname = 'public' and exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('private.refuse_truncate')
      ) as is_own,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text as columns,
      (select coalesce(json_agg(distinct k.confrelid::int8::text), '[]') from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid)::text as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'supabase_migrations')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`)
  return inOrder(
    rows.map((row) => ({
      id: String(row['id']),
      // Built by the query above.
      refersTo: JSON.parse(String(row['refers_to'])) as string[],
      schema: String(row['schema']),
      table: String(row['table']),
      isOwn: row['is_own'] === true,
      columns: (JSON.parse(String(row['columns'])) as [string, string][]).map(([name, type]) => ({
        name,
        type,
      })),
    })),
  ).map(({ schema, table, isOwn, columns }) => ({ schema, table, isOwn, columns }))
}

/** A qualified identifier, quoted for a statement. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
}

interface Node extends Table {
  readonly id: string
  readonly refersTo: readonly string[]
}

function inOrder(nodes: readonly Node[]): Node[] {
  const ordered: Node[] = []
  let left = [...nodes]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id))
    const free = left.filter(({ refersTo }) => !refersTo.some((id) => waiting.has(id)))
    // Tables that reference one another in a cycle are unordered; a deferred constraint may allow it.
    const next = free.length > 0 ? free : left
    ordered.push(...next)
    left = left.filter((node) => !next.includes(node))
  }
  return ordered
}

/**
 * Fixes the output format of values until the end of the transaction: a date of `01/02/2026` or a rounded number would
 * be restored as another one. Rows that a policy hides are an error.
 */
export async function setCanonicalOutputFormat(session: SqlSession): Promise<void> {
  await session.run(`
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local extra_float_digits = 3;
    set local bytea_output = 'hex';
    set local timezone = 'UTC';
    set local row_security = off;
  `)
}
