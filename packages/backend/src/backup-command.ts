import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { sendCommand } from './accounts/control-channel.ts'
import { createDataFolder, type DataFolder, dataFolderAt, lockDataFolder } from './data-folder/data-folder.ts'
import { secretsOf } from './first-start/first-start.ts'
import { openDatabase } from './database/open-database.ts'
import { UserFacingError } from './process/errors.ts'
import { openImages } from './images/image-files.ts'
import { runCommand } from './process/terminal.ts'
import { readSettings, type Settings } from './settings.ts'
import { bucketOf, readBackupArguments } from './backup/backup-store.ts'
import { manifestName, manifestSchema, packBackup } from './backup/archive.ts'
import { removeOrphanedSnapshots, snapshotPrefix, takeSnapshot } from './backup/take-snapshot.ts'

/** `npm run backup`: writes the whole site to one file, or one object of the bucket of `BACKUP_DIR`, with or without a running server. */
await runCommand(async (args, env) => {
  const { file, inBucket, force } = readBackupArguments('backup', args, env)
  const settings = readSettings(env)
  if (settings.hosted !== null) {
    throw new UserFacingError(
      'A hosted project has its own backups; see its dashboard under Database, Backups.',
    )
  }
  const bucket = inBucket === null ? null : bucketOf(settings.backups)
  const data = dataFolderAt(settings.dataFolder)
  // The running server decides which database it is, not this command's environment.
  const [snapshot] = (await sendCommand(data.control, { action: 'snapshot' })) ?? [
    await snapshotWithoutServer(settings, data),
  ]
  if (snapshot === undefined) throw new UserFacingError('The server did not report where its snapshot is.')
  // On the disk of the data, which has room for the snapshot's images.
  const temporary = bucket && (await mkdtemp(join(data.root, snapshotPrefix)))
  try {
    const packed = temporary === null || inBucket === null ? file : join(temporary, inBucket)
    const size = await packBackup(snapshot, packed, force, settings.backupKey)
    if (inBucket !== null) await bucket?.upload(packed, inBucket, force)
    const { leftOut } = manifestSchema.parse(JSON.parse(await readFile(join(snapshot, manifestName), 'utf8')))
    return [
      `${file} holds the whole site (${fileSize(size)}); ${
        settings.backupKey === null
          ? `keep it as secret as ${data.root}`
          : 'it is encrypted, and cannot be restored without BACKUP_KEY'
      }.`,
      ...(leftOut.length === 0
        ? []
        : [`left out, because Giftwell did not create it: ${leftOut.join(', ')}`]),
    ]
  } finally {
    await rm(snapshot, { recursive: true, force: true })
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
})

async function snapshotWithoutServer(settings: Settings, data: DataFolder): Promise<string> {
  const { isMadeIn } = await import('./database/open-pglite.ts')
  const { databaseUrl } = settings
  const hasKeys = existsSync(data.secrets) || settings.bucket !== null
  if (!hasKeys || (databaseUrl === null && !isMadeIn(data.database))) {
    throw new UserFacingError(`There is nothing in the data folder ${data.root} to back up.`)
  }
  await using stack = new AsyncDisposableStack()
  // With DATABASE_URL and a bucket no server needs to have run in this folder.
  await createDataFolder(data.root)
  stack.use(lockDataFolder(data))
  await removeOrphanedSnapshots(data)
  const database = stack.use(await openDatabase(databaseUrl, data.database))
  return await takeSnapshot(database, data, {
    images: openImages(settings.bucket, data.images),
    secrets: await secretsOf(settings, data.secrets),
  })
}
