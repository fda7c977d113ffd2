import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type DataFolder, diskReason } from './data-folder.ts'
import { UserFacingError } from '../process/errors.ts'

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
