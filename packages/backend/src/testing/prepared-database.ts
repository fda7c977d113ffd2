import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from '@giftwell/tooling/bootstrap/file-lock.mjs'
import { dataFolderAt } from '../data-folder/data-folder.ts'

/** The environment variable with the folder of the prepared database. */
export const preparedDatabaseVariable = 'GIFTWELL_PREPARED_DATABASE'

/**
 * Copies the prepared database into a data folder without one, so that a test server skips its first start. The first
 * test that needs it makes it. Keys, images and mail are the server's own.
 *
 * @param make makes a data folder by a first start
 */
export async function copyPreparedDatabase(
  dataFolder: string,
  make: (dataFolder: string) => Promise<void>,
): Promise<void> {
  const folder = process.env[preparedDatabaseVariable]
  const { database } = dataFolderAt(dataFolder)
  if (folder === undefined || existsSync(database)) return
  const made = join(folder, 'made')
  const original = join(folder, 'data')
  if (!existsSync(made)) {
    await withFileLock(join(folder, 'making'), async () => {
      if (existsSync(made)) return
      await make(original)
      await writeFile(made, '')
    })
  }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await cp(dataFolderAt(original).database, database, { recursive: true })
}
