import { randomUUID } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What writing needs of the file system; a test lets it fail. */
export type WritableFiles = Pick<typeof nodeFiles, 'open' | 'rename' | 'rm'>

/** How a file is written. */
export interface WriteOptions {
  /** Who may read and write the file, as a mode of POSIX; the owner alone unless said otherwise. */
  readonly mode?: number
  /** How long to wait, in milliseconds, before each further try to put the file in its place. */
  readonly patience?: readonly number[]
  readonly files?: WritableFiles
}

/** On Windows, a virus scanner or the search may hold a file for a moment. */
const usualPatience = process.platform === 'win32' ? [10, 50, 200, 500] : []

/**
 * Writes a file whole or not at all: into a temporary file beside it, which takes its place only once it has reached the
 * disk. When anything fails, what stood there before still does and nothing else is left. The folder must be there.
 *
 * @throws the file system's own error
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | string,
  { mode = 0o600, patience = usualPatience, files = nodeFiles }: WriteOptions = {},
): Promise<void> {
  const temporary = join(dirname(path), `.giftwell-${randomUUID()}.part`)
  try {
    const file = await files.open(temporary, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await renamePatiently(files, temporary, path, patience)
  } catch (error) {
    // The first failure is the one to tell; a disk that is gone cannot be tidied up either.
    await files.rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await keepRename(dirname(path), files)
}

async function renamePatiently(
  files: WritableFiles,
  from: string,
  to: string,
  [pause, ...later]: readonly number[],
): Promise<void> {
  try {
    await files.rename(from, to)
  } catch (error) {
    if (pause === undefined || !isHeld(error)) throw error
    await wait(pause)
    await renamePatiently(files, from, to, later)
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:EBUSY|EPERM|EACCES)$/.test(String(error.code))
}

/** Brings the new name of a file to the disk too, where folders can be synchronised: not on Windows, nor everywhere else. */
async function keepRename(folder: string, files: WritableFiles): Promise<void> {
  try {
    const handle = await files.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The content is safe; at worst a crash of the machine brings the former file back.
  }
}
