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

/** The migrations of a folder, in the order of their names. */
export async function knownMigrations(folder: string): Promise<{ file: string; version: string }[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).toSorted()
  return files.map((file) => ({ file, version: versionOf(file) }))
}

/**
 * Applies the pending migrations of a folder in the order of their names, each in one transaction with its record. An
 * interrupted start leaves complete migrations only, and the next one continues.
 * @param transact excludes other servers
 * @param only the versions to apply, when not all
 * @returns the names of the applied files
 * @throws UserFacingError when a newer Giftwell, or a development version from before the first release, made the database
 */
export async function applyMigrations(
  transact: Transact,
  folder: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = await knownMigrations(folder)
  const seen = await transact(async (session) => {
    await session.run(record)
    return recordedVersions(session)
  })
  const applied: string[] = []
  rejectForeignSchema(known.at(-1)?.version ?? '', seen)
  for (const { file, version } of known) {
    if (seen.has(version) || only?.has(version) === false) continue
    if (await applyMigration(transact, file, await readFile(join(folder, file), 'utf8'))) applied.push(file)
  }
  return applied
}

function rejectForeignSchema(newestKnown: string, seen: ReadonlySet<unknown>): void {
  if ([...seen].some((version) => isDevelopmentVersion(String(version)))) {
    throw new UserFacingError(
      'The database was made by a development version of Giftwell, which this version cannot update; start with an empty data folder (DATA_DIR) and an empty database.',
    )
  }
  const newest = [...seen].map(String).toSorted().at(-1)
  if (newest === undefined || newest <= newestKnown) return
  throw new UserFacingError(
    `The database was used by a newer version of Giftwell (it has the migration ${newest}); start that version, or restore a backup into another data folder.`,
  )
}

async function applyMigration(transact: Transact, file: string, script: string): Promise<boolean> {
  return transact(async (session) => {
    // Another server may have applied it meanwhile.
    if ((await recordedVersions(session)).has(versionOf(file))) return false
    await session.run(script)
    await session.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
      [versionOf(file), file.slice(15, -4), script],
    )
    return true
  })
}

async function recordedVersions(session: SqlSession): Promise<Set<unknown>> {
  const { rows } = await session.query('select version from supabase_migrations.schema_migrations')
  return new Set(rows.map((row) => row['version']))
}

/** Whether a migration was replaced before the first release. */
function isDevelopmentVersion(version: string): boolean {
  return /^2026112100[0-3]\d00$/.test(version)
}

function versionOf(file: string): string {
  return file.slice(0, 14)
}

/** Reads the number of applied migrations and the newest version. */
export async function readMigrationState({
  query,
}: Pick<Database, 'query'>): Promise<{ applied: number; newest: string | null }> {
  const { rows } = await query(
    'select count(*)::int as applied, max(version) as newest from supabase_migrations.schema_migrations',
  )
  if (rows[0] === undefined) throw new Error('The database does not answer with what it was asked for')
  const newest = rows[0]['newest']
  return { applied: Number(rows[0]['applied']), newest: typeof newest === 'string' ? newest : null }
}
