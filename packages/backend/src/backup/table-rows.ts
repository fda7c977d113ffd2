import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SqlSession } from '../database/database.ts'
import { recordedMigrations } from '../database/migrations.ts'
import { type Manifest, rowsName } from './archive.ts'
import { UserFacingError } from '../process/errors.ts'

/** Rows per fetch. */
const dumpBatch = 1000

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
    const { rows } = await session.query(`fetch ${dumpBatch} from giftwell_backup`)
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

/** Rows per statement. */
const loadBatch = 500

/** Bytes of the write-ahead log after which the embedded database gets a checkpoint: one of its files. */
const maxLogBytes = 16 * 1024 * 1024

/** Tables of earlier versions whose rows were counts of an hour. */
const droppedTables: ReadonlySet<string> = new Set(['private.lead_quotas'])

/** The row that describes the database itself, so it is not restored. */
const ownRow = { schema: 'backend', table: 'progress', step: 'system schema' }

/** The indexes of tables that enforce no rule: how each is dropped, and made again. */
const plainIndexes = `
  select format('drop index %s', indexrelid::regclass) as leave, pg_get_indexdef(indexrelid) as make
  from pg_index join pg_class as held on held.oid = indrelid join pg_namespace as of on of.oid = held.relnamespace
  where of.nspname || '.' || held.relname = any ($1) and not indisunique and not indisexclusion
  order by indexrelid`

/**
 * Replaces the migrations' rows by those of a backup. Triggers are disabled, since a backup has their results.
 * Non-unique indexes are built after the rows, which is faster. The embedded database makes checkpoints, since its
 * write-ahead log would grow with every row.
 * @throws UserFacingError if the backup has a table or column that is missing here
 */
export async function loadRows(
  session: SqlSession,
  manifest: Manifest,
  folder: string,
  isEmbedded: boolean,
): Promise<void> {
  await setCanonicalOutputFormat(session)
  const here = (await tablesIn(session)).filter(({ isOwn }) => isOwn)
  const steps = here.flatMap((table) => {
    const from = manifest.tables.find((other) => other.schema === table.schema && other.table === table.table)
    return from === undefined ? [] : [{ table, from }]
  })
  for (const from of manifest.tables) {
    if (droppedTables.has(`${from.schema}.${from.table}`)) continue
    const table = steps.find((step) => step.from === from)?.table
    const missing = from.columns.find((name) => !table?.columns.some((column) => column.name === name))
    if (table === undefined || missing !== undefined) {
      const what = [from.schema, from.table, ...(table === undefined ? [] : [missing])].join('.')
      throw new UserFacingError(
        `The backup holds ${what}, which this version of Giftwell does not know; use the version that made it.`,
      )
    }
  }
  // Truncates tables that are newer than the backup, too: they may reference those that it has.
  const names = here.map(({ schema, table }) => quoted(schema, table))
  for (const name of names) await session.run(`alter table ${name} disable trigger user`)
  const own = await session.query('select value from backend.progress where step = $1', [ownRow.step])
  if (names.length > 0) await session.run(`truncate ${names.join(', ')}`)
  const indexes = await session.query(plainIndexes, [here.map(({ schema, table }) => `${schema}.${table}`)])
  for (const { leave } of indexes.rows) await session.run(String(leave))
  const limitLog = async (): Promise<void> => {
    const log = await session.query(
      'select pg_current_wal_insert_lsn() - redo_lsn > $1::int as is_long from pg_control_checkpoint()',
      [maxLogBytes],
    )
    if (log.rows[0]?.['is_long'] === true) await session.run('checkpoint')
  }
  // A server makes checkpoints by itself, and the owner of its database may not.
  const afterBatch = isEmbedded ? limitLog : undefined
  for (const { table, from } of steps) await loadTable(session, table, from, folder, afterBatch)
  for (const { make } of indexes.rows) {
    await session.run(String(make))
    await afterBatch?.()
  }
  await session.query('delete from backend.progress where step = $1', [ownRow.step])
  await session.query('insert into backend.progress (step, value) values ($1, $2)', [
    ownRow.step,
    own.rows[0]?.['value'],
  ])
  for (const name of names) await session.run(`alter table ${name} enable trigger user`)
  for (const { schema, sequence, value } of manifest.sequences) {
    await session.query('select setval($1::text::regclass, $2::text::bigint)', [
      quoted(schema, sequence),
      value,
    ])
  }
}

/** Inserts the rows of a backup's table; columns that the table does not name are left out. */
export async function loadTable(
  session: SqlSession,
  table: Table,
  from: Manifest['tables'][number],
  folder: string,
  afterBatch?: () => Promise<void>,
): Promise<void> {
  const columns = from.columns.flatMap((name) => table.columns.filter((column) => column.name === name))
  const values = columns.map(({ name, type }) => `(r.value ->> ${from.columns.indexOf(name)})::${type}`)
  const statement = `insert into ${quoted(table.schema, table.table)}
    (${columns.map(({ name }) => quoted(name)).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) as r(value)`
  let count = 0
  let lines: string[] = []
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await session.query(statement, [`[${lines.join(',')}]`])
    count += lines.length
    lines = []
    await afterBatch?.()
  }
  await using file = await open(join(folder, rowsName(from)))
  // A row's JSON holds none of the characters that end a line.
  for await (const line of file.readLines()) {
    lines.push(line)
    if (lines.length === loadBatch) await flush()
  }
  await flush()
  if (count !== from.rows) {
    throw new UserFacingError(
      `The backup is damaged: ${from.schema}.${from.table} has ${count} of ${from.rows} rows.`,
    )
  }
}
