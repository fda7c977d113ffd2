import type { Database } from '../database/database.ts'
import { type ChangeNotices, changesChannel } from './change-notices.ts'
import type { KeptAnswers, Sized } from './kept-answers.ts'

/**
 * Empties `kept` at every change of what visitors see, and lets it keep something only while all changes are heard of.
 * @param databaseUrl the PostgreSQL server, or null for the embedded database
 */
export async function heedChanges(
  database: Database,
  databaseUrl: string | null,
  kept: Pick<KeptAnswers<Sized>, 'forget' | 'allow'>,
): Promise<ChangeNotices> {
  if (databaseUrl !== null) {
    const { hearPostgres } = await import('./hear-postgres.ts')
    return hearPostgres(databaseUrl, database.transaction, kept)
  }
  const { driver } = database.connection
  if (!('waitReady' in driver)) throw new TypeError('This is not the embedded database')
  // All writes go over its one connection, which gives a notice before it gives the result of the commit.
  const unlisten = await driver.listen(changesChannel, kept.forget)
  kept.allow(true)
  return { caughtUp: async () => {}, close: async () => unlisten() }
}
