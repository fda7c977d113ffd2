import type { Database } from './database.ts'

/**
 * Opens the database of a PostgreSQL server, or the embedded one in a folder when the URL is null. Only the driver that
 * is needed is loaded.
 * @param isDurable of the embedded one, whether a commit is flushed to the disk before it is acknowledged
 * @throws UserFacingError when it cannot be used
 */
export async function openDatabase(url: string | null, folder: string, isDurable = true): Promise<Database> {
  if (url === null) {
    const { openPglite } = await import('./open-pglite.ts')
    return openPglite(folder, isDurable)
  }
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(url)
}
