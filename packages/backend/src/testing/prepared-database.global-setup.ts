import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preparedDatabaseVariable } from './prepared-database.ts'

/** Creates the folder of the prepared database for a run of the tests. */
export default async function keepPreparedDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-prepared-'))
  // The workers inherit the variable.
  process.env[preparedDatabaseVariable] = folder
  return async () => rm(folder, { recursive: true, force: true })
}
