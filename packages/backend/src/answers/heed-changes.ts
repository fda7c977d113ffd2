import type { Database } from '../database/database.ts'
import { type ChangeNotices, channels, type Heeding } from './change-notices.ts'

/**
 * Lets whoever keeps something go it at every change of that, and keep it only while all changes are heard of.
 * @param databaseUrl the PostgreSQL server, or null for the embedded database
 */
export async function heedChanges(
  database: Database,
  databaseUrl: string | null,
  heeding: Heeding,
): Promise<ChangeNotices> {
  if (databaseUrl !== null) {
    const { hearPostgres } = await import('./hear-postgres.ts')
    return hearPostgres(databaseUrl, database.transaction, heeding)
  }
  const { driver } = database.connection
  if (!('waitReady' in driver)) throw new TypeError('This is not the embedded database')
  // All writes go over its one connection, which gives a notice before it gives the result of the commit.
  const unlisten = await Promise.all(
    channels.map(async (channel) => driver.listen(channel, () => heeding[channel].forget())),
  )
  for (const channel of channels) heeding[channel].allow(true)
  return {
    caughtUp: async () => {},
    async close() {
      await Promise.all(unlisten.map(async (end) => end()))
    },
  }
}
