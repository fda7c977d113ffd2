import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserFacingError } from '../process/errors.ts'
import type { Database, SqlSession, Transact } from './database.ts'

/** The official command line's table of applied migrations, so that both tools share one record. */
const record = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text
  );
`

/** A migration's file. */
interface Migration {
  readonly file: string
  readonly version: string
  readonly script: string
  readonly sum: string
}

/** The migrations of a folder, in the order of their names. */
export async function knownMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const script = await readFile(join(folder, file), 'utf8')
      return { file, version: file.slice(0, 14), script, sum: migrationSum(script) }
    }),
  )
}

/**
 * The SHA-256 sum of a migration's SQL. The official CLI stores a file's statements without what separates them, so white
 * space and semicolons count as one space (docs/deploy.md has the same in SQL).
 */
function migrationSum(script: string): string {
  const text = script.replaceAll(/[ \t\r\n;]+/g, ' ').trim()
  return createHash('sha256').update(text).digest('hex')
}

/** The migrations that a database has, by version, each with its sum. It has none before the first start. */
export async function recordedMigrations(session: SqlSession): Promise<Map<string, string>> {
  // A lookup by name would be cached, and hide the table that another server makes next.
  const made = await session.query(
    `select exists (select from pg_tables where schemaname = 'supabase_migrations' and tablename = 'schema_migrations') as made`,
  )
  if (made.rows[0]?.['made'] !== true) return new Map()
  const { rows } = await session.query(
    `select version::text, array_to_string(statements, ';') as script
     from supabase_migrations.schema_migrations order by version`,
  )
  return new Map(rows.map((row) => [String(row['version']), migrationSum(String(row['script']))]))
}

/**
 * Applies the pending migrations of a folder in the order of their names, each in one transaction with its record. An
 * interrupted start leaves complete migrations only, and the next one continues.
 * @param transact excludes other servers
 * @param only the versions to apply, when not all
 * @returns the names of the applied files
 * @throws UserFacingError when the database has other migrations
 */
export async function applyMigrations(
  transact: Transact,
  folder: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = await knownMigrations(folder)
  const seen = await transact(async (session) => {
    await session.run(record)
    const recorded = await recordedMigrations(session)
    rejectOtherMigrations(known, recorded)
    return recorded
  })
  const applied: string[] = []
  for (const migration of known) {
    if (seen.has(migration.version) || only?.has(migration.version) === false) continue
    if (await applyMigration(transact, migration)) applied.push(migration.file)
  }
  return applied
}

/**
 * Rejects a database that migrations of another version made.
 * @throws UserFacingError when a migration is unknown, or its text is another one
 */
export function rejectOtherMigrations(
  known: readonly Migration[],
  recorded: ReadonlyMap<string, string>,
): void {
  const unknown = [...recorded.keys()].filter((version) => !known.some((each) => each.version === version))
  if (unknown.length > 0) {
    throw new UserFacingError(
      `The database was used by a newer version of Giftwell (it has the migration ${unknown.at(-1)}); start that version, or restore a backup into another data folder.`,
    )
  }
  const [changed] = changedMigrations(known, recorded)
  if (changed === undefined) return
  throw new UserFacingError(
    `The database was made with a different version of the migration ${changed.file}, which this version cannot update; save its data with "npm run backup -- FILE" and move them by "npm run restore -- FILE" to a new data folder (DATA_DIR), on a server also to an empty database.`,
  )
}

/** The migrations whose recorded sum differs, without unrecorded ones. */
export function changedMigrations(
  known: readonly Migration[],
  recorded: ReadonlyMap<string, string>,
): Migration[] {
  return known.filter(({ version, sum }) => (recorded.get(version) ?? sum) !== sum)
}

async function applyMigration(transact: Transact, { file, version, script }: Migration): Promise<boolean> {
  return transact(async (session) => {
    // Another server may have applied it meanwhile.
    const { rows } = await session.query(
      'select from supabase_migrations.schema_migrations where version = $1',
      [version],
    )
    if (rows.length > 0) return false
    await session.run(script)
    await session.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
      [version, file.slice(15, -4), script],
    )
    return true
  })
}

/** Reads the number of applied migrations and the newest version. */
export async function readMigrationState({
  query,
}: Pick<Database, 'query'>): Promise<{ applied: number; newest: string | null }> {
  const { rows } = await query(
    'select count(*)::int as applied, max(version) as newest from supabase_migrations.schema_migrations',
  )
  if (rows[0] === undefined) throw new Error('The database did not count its migrations')
  const newest = rows[0]['newest']
  return { applied: Number(rows[0]['applied']), newest: typeof newest === 'string' ? newest : null }
}
