import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlSession, Transact } from './database.ts'

/** The table in which the official command line keeps its record too, so that either finds what the other did. */
const record = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text
  );
`

/**
 * Applies the migrations of a folder that the database has not seen, in the order of their names, each in one
 * transaction with its record. A start that is cut off leaves whole migrations only, and the next one goes on.
 * @param transact keeps a second server out while it works
 * @returns the file names that were applied.
 */
export async function applyMigrations(transact: Transact, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).toSorted()
  const seen = await transact(async (session) => {
    await session.run(record)
    return recordedVersions(session)
  })
  const applied: string[] = []
  for (const file of files.filter((name) => !seen.has(versionOf(name)))) {
    if (await applyMigration(transact, file, await readFile(join(folder, file), 'utf8'))) applied.push(file)
  }
  return applied
}

async function applyMigration(transact: Transact, file: string, script: string): Promise<boolean> {
  return transact(async (session) => {
    // Another server may have applied it while this one waited.
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

function versionOf(file: string): string {
  return file.slice(0, 14)
}
