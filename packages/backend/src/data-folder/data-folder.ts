import { dirname, join } from 'node:path'
import { UserFacingError, errorCode } from '../process/errors.ts'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The paths in DATA_DIR. Only the owner of the process can read them. */
export type DataFolder = ReturnType<typeof dataFolderAt>

/** The paths in the data folder at `root`; creates nothing. */
export function dataFolderAt(root: string) {
  return {
    root,
    /** Absent when a PostgreSQL server is used. */
    database: join(root, 'database'),
    images: join(root, 'storage'),
    mail: join(root, 'mail'),
    secrets: join(root, 'secrets.json'),
    /** The first administrator's e-mail and password. */
    administrator: join(root, 'admin.json'),
    /** The port and token of the running server's control channel. */
    control: join(root, 'control.json'),
    lock: join(root, 'lock'),
  } as const
}

/**
 * Makes the missing folders, with mode 0700.
 * @throws UserFacingError when the folder cannot be made or is not a folder.
 */
export async function createDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolderAt(root)
  try {
    for (const path of [root, folder.images, folder.mail]) await makeFolder(path)
  } catch (error) {
    throw new UserFacingError(`The data folder ${root} cannot be used: ${diskReason(error)}.`)
  }
  return folder
}

/**
 * Makes a folder and its missing parents, with mode 0700. Node's recursive `mkdir` never returns where a parent exists
 * and the folder cannot be made, as below `/proc`.
 * @throws the system's error
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
    await makeFolder(path)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** Whether an error of the system or the database means a full disk. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}

/** Whether an error says that a disk, the database's own included, did not take a write (SQLSTATE io_error). */
export function isWriteFailure(error: unknown): boolean {
  return isDiskFull(error) || errorCode(error) === '58030'
}

/** The reason of a disk error, as the end of a sentence. */
export function diskReason(error: unknown): string {
  const code = errorCode(error)
  return (code === undefined ? undefined : reasons[code]) ?? code ?? 'unknown reason'
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written by this user',
  EPERM: 'it may not be written by this user',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'folders cannot be made there',
}

/** Writes a file of mode 0600 atomically: after a crash it has the old text or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Locks the data folder for this process. SQLite takes an operating system lock on a file, which is released when the
 * process exits or is killed and cannot go stale.
 * @returns the lock, which is released when it is disposed
 * @throws UserFacingError when another process holds it, or the folder may not be written
 */
export function lockDataFolder(folder: DataFolder): Disposable {
  const holder = `${folder.lock}.pid`
  const file = openLockFile(folder)
  try {
    // Without a journal file; nothing is ever written.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw cannotBeLocked(folder, 'its file system does not support locks')
    throw new UserFacingError(
      `The data folder ${folder.root} is in use by another Giftwell server${processIn(holder)}.`,
    )
  }
  try {
    // For the error message above; the lock does not depend on it.
    writeFileSync(holder, String(process.pid), { mode: 0o600 })
  } catch (error) {
    file.close()
    throw cannotBeLocked(folder, diskReason(error))
  }
  return {
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      file.close()
    },
  }
}

function openLockFile(folder: DataFolder): DatabaseSync {
  try {
    // SQLite opens a file that it may not write for reading, and locks nothing then.
    closeSync(openSync(folder.lock, 'a', 0o600))
    return new DatabaseSync(folder.lock, { timeout: 0 })
  } catch (error) {
    throw cannotBeLocked(folder, diskReason(error))
  }
}

function cannotBeLocked(folder: DataFolder, reason: string): UserFacingError {
  return new UserFacingError(`The data folder ${folder.root} cannot be locked: ${reason}.`)
}

function isBusy(error: unknown): boolean {
  const busy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function processIn(holder: string): string {
  try {
    const pid = readFileSync(holder, 'utf8').trim()
    return /^\d+$/.test(pid) ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
