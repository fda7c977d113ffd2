import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import { afterAll } from 'vitest'
import { isFullRun } from './rounds.ts'

/**
 * A PostgreSQL server that lives as long as a file's tests, or the reason why they are skipped.
 *
 * @param isInEveryRun false for tests of a full run alone
 */
export async function testedPostgres(isInEveryRun = true): Promise<{ url: string; skipReason: string }> {
  const postgres =
    isInEveryRun || isFullRun ? await startPostgres() : { skipped: 'npm run test:full runs it' }
  if ('skipped' in postgres) return { url: '', skipReason: postgres.skipped }
  afterAll(async () => postgres.stop())
  return { url: postgres.url, skipReason: '' }
}

/**
 * The databases that the tests of a file run on, each with its name and its `DATABASE_URL`: the embedded one, and a
 * PostgreSQL server.
 *
 * @param isOnBoth whether to run on the server as well; by default only in a full run, for tests that do not differ by engine
 */
export async function testedDatabases(isOnBoth = isFullRun): Promise<[name: string, url: string][]> {
  const embedded: [string, string] = ['the embedded database', '']
  if (!isOnBoth) return [embedded]
  const { url, skipReason } = await testedPostgres()
  if (url !== '') return [embedded, ['PostgreSQL', url]]
  console.warn(`PostgreSQL is not tested: ${skipReason}`)
  return [embedded]
}
