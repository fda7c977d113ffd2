import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SqlSession } from '../database/database.ts'
import { recordedMigrations } from '../database/migrations.ts'
import { type Manifest, rowsName } from './backup-contents.ts'
import { quoted, setCanonicalOutputFormat, type Table, tablesIn } from './database-tables.ts'

/** Rows per fetch. */
const batch = 1000

/** The manifest's part about the database. */
export type DumpedRows = Pick<Manifest, 'migrations' | 'migrationSums' | 'tables' | 'sequences' | 'leftOut'>

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
