import { existsSync } from 'node:fs'
import { newSecrets, parseSecrets, readOrMakeSecrets, type Secrets } from '../data-folder/secrets.ts'
import { openDatabase } from '../database/open-database.ts'
import { firstStartLock, progress } from '../database/system-schema.ts'
import type { Settings } from '../settings.ts'

/**
 * The keys of a site: in its data folder, or in its database where the images are in a bucket, so that several servers share
 * them and none needs its data folder. A database takes those of the data folder, or new ones, on first use.
 * @param path of the data folder's file
 * @throws UserFacingError as readOrMakeSecrets, or when the database cannot be used
 */
export async function secretsOf({ databaseUrl, bucket }: Settings, path: string): Promise<Secrets> {
  if (databaseUrl === null || bucket === null) return readOrMakeSecrets(path)
  await using database = await openDatabase(databaseUrl, '')
  return await database.transaction(async (session) => {
    await session.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock])
    await session.run(progress)
    const { rows } = await session.query(`select value from backend.progress where step = 'secrets'`)
    const stored = parseSecrets(String(rows[0]?.['value']))
    if (stored !== null) return stored
    const secrets = existsSync(path) ? await readOrMakeSecrets(path) : await newSecrets()
    await session.query(`insert into backend.progress (step, value) values ('secrets', $1)`, [
      JSON.stringify(secrets),
    ])
    return secrets
  })
}
