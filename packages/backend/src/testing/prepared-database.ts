import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from '@giftwell/tooling/bootstrap/file-lock.mjs'
import { dataFolderAt } from '../data-folder/data-folder.ts'

/** Names the folder where a run of the tests keeps the database that its servers begin with. */
export const preparedDatabaseVariable = 'GIFTWELL_PREPARED_DATABASE'

/**
 * Spares a test server its first start: puts a database into a data folder that has none. It is made once in a run of
 * the tests, by the first test that needs it, and copied. Keys, images and mail are the server's own.
 *
 * @param make has a first start make a data folder
 */
export async function putPreparedDatabase(
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
