import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preparedDatabaseVariable } from './prepared-database.ts'

/** Gives a run of the tests a place for the database that its servers begin with. */
export default async function keepPreparedDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-prepared-'))
  // The workers are processes of their own and inherit it.
  process.env[preparedDatabaseVariable] = folder
  return async () => rm(folder, { recursive: true, force: true })
}
