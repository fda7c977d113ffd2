import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import { afterAll } from 'vitest'
import { isFullRun } from './rounds.ts'

/**
 * The databases that the tests of a file run on, each with its name and its `DATABASE_URL`: the embedded one, and a
 * PostgreSQL server that lives as long as the file's tests.
 *
 * @param isOnBoth whether to run on the server as well; by default only in a full run, for tests that do not differ by engine
 */
export async function testedDatabases(isOnBoth = isFullRun): Promise<[name: string, url: string][]> {
  const embedded: [string, string] = ['the embedded database', '']
  if (!isOnBoth) return [embedded]
  const postgres = await startPostgres()
  if ('skipped' in postgres) {
    console.warn(`PostgreSQL is not tested: ${postgres.skipped}`)
    return [embedded]
  }
  afterAll(async () => postgres.stop())
  return [embedded, ['PostgreSQL', postgres.url]]
}
