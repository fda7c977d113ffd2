import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlSession } from '../database/database.ts'
import { UserFacingError } from '../process/errors.ts'
import { type Manifest, rowsName } from './backup-contents.ts'
import { quoted, setCanonicalOutputFormat, type Table, tablesIn } from './dump-rows.ts'

/** Rows per statement. */
const batch = 500

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
 * Replaces the rows that the migrations inserted by those of a backup. Triggers are disabled: a backup holds their
 * results. Indexes that hold no rule are built after the rows, which is faster. The embedded database has checkpoints meanwhile, without which its write-ahead log grows with every row.
 * @throws UserFacingError when the backup has a table or column that is missing here
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
    if (lines.length === batch) await flush()
  }
  await flush()
  if (count !== from.rows) {
    throw new UserFacingError(
      `The backup is damaged: ${from.schema}.${from.table} has ${count} of ${from.rows} rows.`,
    )
  }
}
