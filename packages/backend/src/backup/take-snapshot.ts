import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type DataFolder, makeFolder, writePrivateFile } from '../data-folder/data-folder.ts'
import type { Secrets } from '../data-folder/secrets.ts'
import type { Database, SqlSession } from '../database/database.ts'
import { type ImageFiles, imageTypeOf, linkFile, productImages } from '../images/image-files.ts'
import { version } from '../process/version.ts'
import { formatVersion, imageName, type Manifest, manifestName } from './archive.ts'
import { dumpRows } from './table-rows.ts'

/** The beginning of the names of temporary folders below the data folder. */
export const snapshotPrefix = 'snapshot-'

/**
 * Writes a consistent snapshot of the site to a new folder below the data folder: the rows as files, the images as hard
 * links, or copies of a bucket's. Blocks the embedded database meanwhile, but not a PostgreSQL server.
 * @returns the folder, which the caller removes
 */
export async function takeSnapshot(
  database: Database,
  data: DataFolder,
  { images, secrets }: { readonly images: ImageFiles; readonly secrets: Secrets },
): Promise<string> {
  const folder = join(data.root, `${snapshotPrefix}${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const manifest = await database.transaction(async (session): Promise<Manifest> => {
      await session.run('set transaction isolation level repeatable read, read only')
      const dumped = await dumpRows(session, folder)
      const copied = await copyImages(session, images, folder)
      return {
        format: 'giftwell-backup',
        formatVersion,
        version,
        madeAt: new Date().toISOString(),
        ...dumped,
        images: copied,
      }
    })
    await linkFile(data.administrator, join(folder, basename(data.administrator)))
    await writePrivateFile(join(folder, basename(data.secrets)), `${JSON.stringify(secrets, null, 2)}\n`)
    await makeFolder(join(folder, 'mail'))
    for (const name of await readdir(data.mail).catch(() => [])) {
      if (name.endsWith('.json')) await linkFile(join(data.mail, name), join(folder, 'mail', name))
    }
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Removes the snapshots of interrupted backups; call it while the data folder is locked. */
export async function removeOrphanedSnapshots(data: DataFolder): Promise<void> {
  for (const name of await readdir(data.root)) {
    if (name.startsWith(snapshotPrefix)) await rm(join(data.root, name), { recursive: true, force: true })
  }
}

/** @returns the number of images; images deleted meanwhile are skipped */
async function copyImages(session: SqlSession, images: ImageFiles, folder: string): Promise<number> {
  const { rows } = await session.query('select name from storage.objects where bucket_id = $1', [
    productImages,
  ])
  await makeFolder(join(folder, imageName('')))
  let count = 0
  for (const name of rows.map((row) => String(row['name'])).filter((each) => imageTypeOf(each) !== null)) {
    if (await images.copyTo(name, join(folder, imageName(name)))) count += 1
  }
  return count
}
