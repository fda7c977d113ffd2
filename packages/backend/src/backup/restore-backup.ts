import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import {
  type DataFolder,
  createDataFolder,
  dataFolderAt,
  diskReason,
  lockDataFolder,
  makeFolder,
} from '../data-folder/data-folder.ts'
import type { Database, Transact } from '../database/database.ts'
import { applyMigrations, changedMigrations, knownMigrations } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { openPglite } from '../database/open-pglite.ts'
import { ensureSystemSchema, explainPreparationError } from '../database/system-schema.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import type { Bucket } from '../bucket/bucket-client.ts'
import {
  createBucketImages,
  createImageFiles,
  type ImageFiles,
  productImages,
} from '../images/image-files.ts'
import { type Manifest, copiedFiles, unpackBackup } from './archive.ts'
import { loadRows } from './table-rows.ts'

export interface RestoreTarget {
  readonly dataFolder: string
  readonly backupKey: string | null
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl: string | null
  /** The bucket for the images, instead of the data folder. */
  readonly bucket: Bucket | null
}

export interface RestoreOptions {
  /** Whether a data folder that is not empty may be replaced. */
  readonly force: boolean
  readonly migrationsFolder: string
}

export interface Restored {
  readonly manifest: Manifest
  /** The new path of the data folder that was replaced. */
  readonly previousFolder: string | null
  /** How many migrations had another text in the backup's database. */
  readonly changed: number
}

/**
 * Restores a data folder, or an empty PostgreSQL database with its data folder, from a backup. Everything is staged beside
 * the data folder and renamed at the end; a previous folder is renamed, not removed.
 * @throws UserFacingError when something would be overwritten, or the backup cannot be used
 */
export async function restoreBackup(
  restoreTo: RestoreTarget,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const target = await realpath(restoreTo.dataFolder).catch(() => restoreTo.dataFolder)
  const inUse = await isNonEmpty(target)
  if (inUse && !options.force) {
    throw new UserFacingError(
      `The data folder ${target} is not empty; --force replaces it with the backup and keeps the present folder beside it.`,
    )
  }
  using locks = new DisposableStack()
  if (inUse) locks.use(lockDataFolder(dataFolderAt(target)))
  const staging = join(dirname(target), `${basename(target)}.restoring-${randomUUID().slice(0, 8)}`)
  // A commit on a server cannot be undone, and the database needs the staged keys and images.
  let isCommitted = false
  try {
    await makeFolder(dirname(target))
    await mkdir(staging, { mode: 0o700 })
    const unpacked = unpackedIn(staging)
    const { manifest, changed } = await unpackKnown(file, unpacked, restoreTo.backupKey, options)
    const data = await createDataFolder(dataIn(staging))
    await moveFiles(unpacked, data)
    if (restoreTo.bucket !== null) await moveImages(data.images, createBucketImages(restoreTo.bucket))
    {
      // Closed before its folder is renamed.
      await using database = await openDatabase(restoreTo.databaseUrl, data.database)
      const isEmbedded = restoreTo.databaseUrl === null
      await fill(database, manifest, unpacked, options.migrationsFolder, isEmbedded).catch((error: unknown) =>
        explainMisfit(error, changed),
      )
      isCommitted = restoreTo.databaseUrl !== null
      await database.vacuum()
    }
    const previousFolder = await swapFolder(data.root, target, inUse)
    isCommitted = false
    return { manifest, previousFolder, changed: changed.length }
  } catch (error) {
    if (isCommitted) {
      throw new UserFacingError(
        `The database of DATABASE_URL is restored, but its data folder could not be put at ${target}: ${diskReason(error)}. The keys and images are in ${dataIn(staging)}; move that folder there.`,
      )
    }
    if (error instanceof UserFacingError || errorCode(error) === undefined || !isOfDisk(error)) throw error
    throw new UserFacingError(`The data folder ${target} cannot be restored: ${diskReason(error)}.`)
  } finally {
    const useless = isCommitted ? unpackedIn(staging) : staging
    await rm(useless, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Restores a backup into a temporary embedded database, so that it is known to be usable, and removes that.
 * @param backupKey the key of an encrypted backup
 * @throws UserFacingError when the backup cannot be used
 */
export async function checkBackup(
  file: string,
  backupKey: string | null,
  { migrationsFolder }: Pick<RestoreOptions, 'migrationsFolder'>,
): Promise<Manifest> {
  const staging = await mkdtemp(join(tmpdir(), 'giftwell-check-'))
  try {
    const unpacked = unpackedIn(staging)
    const { manifest, changed } = await unpackKnown(file, unpacked, backupKey, { migrationsFolder })
    await using database = await openPglite(dataFolderAt(staging).database, false)
    await fill(database, manifest, unpacked, migrationsFolder, true).catch((error: unknown) =>
      explainMisfit(error, changed),
    )
    return manifest
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Unpacks a backup of this version or an older one, and says which migrations had another text in its database. */
async function unpackKnown(
  file: string,
  folder: string,
  backupKey: string | null,
  { migrationsFolder }: Pick<RestoreOptions, 'migrationsFolder'>,
) {
  const manifest = await unpackBackup(file, folder, backupKey)
  const known = await knownMigrations(migrationsFolder)
  refuseNewer(manifest, known)
  return { manifest, changed: changedMigrations(known, new Map(Object.entries(manifest.migrationSums))) }
}

const unpackedIn = (staging: string): string => join(staging, 'unpacked')
const dataIn = (staging: string): string => join(staging, 'data')

async function isNonEmpty(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw new UserFacingError(`The data folder ${path} cannot be used: ${diskReason(error)}.`)
  }
}

function refuseNewer(manifest: Manifest, known: readonly { readonly version: string }[]): void {
  const versions = new Set(known.map(({ version }) => version))
  if (manifest.migrations.every((version) => versions.has(version))) return
  throw new UserFacingError(
    `The backup was made by Giftwell ${manifest.version}, whose database this version does not know; restore it with that version.`,
  )
}

/** A row of a database that other texts of the migrations made may break a rule of this one. */
function explainMisfit(error: unknown, [changed]: readonly { readonly file: string }[]): never {
  // Such a message names the rule and its table, and no value.
  if (changed === undefined || !(error instanceof Error) || errorCode(error)?.startsWith('23') !== true)
    explainPreparationError(error)
  throw new UserFacingError(
    `The backup's database was made with a different version of the migration ${changed.file}, and a row does not fit this version: ${error.message}; use the version that made it.`,
  )
}

async function moveFiles(unpacked: string, data: DataFolder): Promise<void> {
  const move = async (from: string, to: string): Promise<void> => {
    await rename(join(unpacked, from), to).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
  }
  for (const name of copiedFiles) await move(name, join(data.root, name))
  await rmdir(data.mail)
  await move('mail', data.mail)
  await move(`images/${productImages}`, join(data.images, productImages))
  // A backup without mail or images has none of their folders.
  await createDataFolder(data.root)
}

/** Uploads the images of a folder, which it empties. One that a restore before this one has uploaded is replaced. */
async function moveImages(folder: string, images: ImageFiles): Promise<void> {
  const files = createImageFiles(folder)
  for (const name of await readdir(join(folder, productImages)).catch(() => [])) {
    await images.replace(name, await files.read(name))
    await files.remove(name)
  }
}

/** In one transaction, so that an interrupted restore leaves an empty database. */
async function fill(
  database: Database,
  manifest: Manifest,
  unpacked: string,
  migrationsFolder: string,
  isEmbedded: boolean,
): Promise<void> {
  await database.transaction(async (session) => {
    const { rows } = await session.query(
      `select to_regclass('backend.progress') is null and to_regclass('public.profiles') is null as empty`,
    )
    if (rows[0]?.['empty'] !== true) {
      throw new UserFacingError(
        'The database of DATABASE_URL already holds a Giftwell catalogue; create an empty database and set DATABASE_URL to it.',
      )
    }
    const transact: Transact = async (work) => work(session)
    await ensureSystemSchema(session)
    await applyMigrations(transact, migrationsFolder, new Set(manifest.migrations))
    await loadRows(session, manifest, unpacked, isEmbedded)
  })
}

async function swapFolder(made: string, target: string, inUse: boolean): Promise<string | null> {
  if (!inUse) {
    await rmdir(target).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
    await rename(made, target)
    return null
  }
  const previousFolder = `${target}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await rename(target, previousFolder)
  try {
    await rename(made, target)
  } catch (error) {
    await rename(previousFolder, target)
    throw error
  }
  return previousFolder
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && !('sqlState' in error)
}
