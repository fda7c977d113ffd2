import { randomUUID } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The file system functions that writing uses; tests inject failures. */
export type WritableFiles = Pick<typeof nodeFiles, 'open' | 'rename' | 'rm'>

export interface WriteOptions {
  /** Delays in milliseconds before each retry of the rename. */
  readonly retryDelays?: readonly number[]
  readonly files?: WritableFiles
}

/** On Windows a virus scanner or the search index may have the file open. */
const defaultRetryDelays = process.platform === 'win32' ? [10, 50, 200, 500] : []

/**
 * Writes a file of the app's own atomically, readable by the owner alone: writes and syncs a temporary file beside it, then renames. On failure the former content
 * stays and the temporary file is removed. The folder must exist.
 *
 * @throws the file system's error
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { retryDelays = defaultRetryDelays, files = nodeFiles }: WriteOptions = {},
): Promise<void> {
  const temporary = join(dirname(path), `.giftwell-${randomUUID()}.part`)
  try {
    const file = await files.open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameWithRetries(files, temporary, path, retryDelays)
  } catch (error) {
    // Report the first failure; the cleanup may fail for the same reason.
    await files.rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path), files)
}

async function renameWithRetries(
  files: WritableFiles,
  from: string,
  to: string,
  [delay, ...later]: readonly number[],
): Promise<void> {
  try {
    await files.rename(from, to)
  } catch (error) {
    if (delay === undefined || !isInUse(error)) throw error
    await wait(delay)
    await renameWithRetries(files, from, to, later)
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:EBUSY|EPERM|EACCES)$/.test(String(error.code))
}

/** Syncs the rename where the platform can sync folders; Windows cannot. */
async function syncFolder(folder: string, files: WritableFiles): Promise<void> {
  try {
    const handle = await files.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The content is synced; a power failure could at worst restore the former file.
  }
}
