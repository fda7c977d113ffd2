import { cpSync, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { migratedDatabase } from '@giftwell/tooling/database/embedded-database.ts'
import { withFileLock } from '@giftwell/tooling/bootstrap/file-lock.mjs'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { openPglite } from '../database/open-pglite.ts'

/** The environment variable with the folder of the prepared database. */
export const preparedDatabaseVariable = 'GIFTWELL_PREPARED_DATABASE'

/**
 * Copies the prepared database into a data folder without one, so that a test server skips its first start. Keys, images
 * and mail are the server's own.
 *
 * @param make makes a data folder by a first start
 */
export async function copyPreparedDatabase(
  dataFolder: string,
  make: (dataFolder: string) => Promise<void>,
): Promise<void> {
  const { database } = dataFolderAt(dataFolder)
  await copyOnce('data', database, make, (original) => dataFolderAt(original).database)
}

/** Copies a database without tables into a missing folder, since PGlite takes seconds to make its files. */
export async function copyEmptyDatabase(folder: string): Promise<void> {
  await copyOnce('empty', folder, async (path) => (await openPglite(path, false)).close())
}

/** Copies a database with all migrations and no data into a missing folder, since the migrations take ten seconds. */
export async function copyMigratedDatabase(folder: string): Promise<void> {
  await copyFolder(await migratedDatabase(), folder)
}

async function copyOnce(
  name: string,
  folder: string,
  make: (folder: string) => Promise<void>,
  partOf: (original: string) => string = (original) => original,
): Promise<void> {
  if (existsSync(folder)) return
  const original = await prepareOnce(name, make)
  if (original !== undefined) await copyFolder(partOf(original), folder)
}

async function copyFolder(from: string, folder: string): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  // A thousand files, which Node copies in a third of the time when it copies them synchronously.
  cpSync(from, folder, { recursive: true })
}

/** The folder of a name, which the first test that needs it makes; undefined outside a run with the global set-up. */
async function prepareOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  const folder = process.env[preparedDatabaseVariable]
  if (folder === undefined) return undefined
  const original = join(folder, name)
  const made = `${original}.made`
  if (!existsSync(made)) {
    await withFileLock(`${original}.lock`, async () => {
      if (existsSync(made)) return
      await make(original)
      await writeFile(made, '')
    })
  }
  return original
}
