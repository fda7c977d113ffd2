import { access, constants, realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'

import type { Dialog, SaveDialogOptions } from 'electron'

import { mostSavedBytes } from '../../ipc/contract.ts'
import { SpokenError } from '../spoken-error.ts'
import type { ParentWindow } from './parent-window.ts'
import { safeFileName } from './safe-file-name.ts'
import { type WritableFiles, writeWhole } from './write-whole.ts'

/** What saving needs of the system. */
export interface SaveOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>
  readonly parent: ParentWindow
  /** `process.platform`. */
  readonly platform: string
  readonly files?: WritableFiles
}

/** A file that the page hands over. */
export interface FileToSave {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Asks where to and writes the file there: whole or not at all. Cancelling is no success and no failure.
 *
 * @throws {SpokenError} with a sentence that says why nothing was saved
 */
export async function saveFile(
  { name, bytes }: FileToSave,
  { dialog, parent, platform, files }: SaveOptions,
): Promise<'saved' | 'cancelled'> {
  if (bytes.length > mostSavedBytes) throw new SpokenError('This is too much to be saved in one file.')
  const options = dialogOptions(safeFileName(name))
  const window = parent()
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (canceled || filePath === '') return 'cancelled'
  try {
    await replace(filePath, bytes, files)
  } catch (cause) {
    // The system's own message names the file, which is nobody else's business, and the log's neither.
    throw new SpokenError(reasonOf(cause, platform))
  }
  return 'saved'
}

function dialogOptions(name: string): SaveDialogOptions {
  const extension = extname(name).slice(1)
  const filters =
    extension === '' ? [] : [{ name: `${extension.toUpperCase()} file`, extensions: [extension] }]
  return {
    defaultPath: name,
    filters,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  }
}

/** Writes where a link leads, leaves the file's rights as they were, and replaces none that is protected. */
async function replace(path: string, bytes: Uint8Array, files: WritableFiles | undefined): Promise<void> {
  const former = await stat(path).catch(() => null)
  const target = former === null ? path : await realpath(path)
  if (former !== null) await access(target, constants.W_OK)
  await writeWhole(target, bytes, {
    mode: former === null ? 0o666 : former.mode & 0o777,
    ...(files && { files }),
  })
}

function reasonOf(error: unknown, platform: string): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make room, or save the file elsewhere.'
    case 'EBUSY':
    case 'EPERM':
    case 'EACCES':
      return platform === 'win32'
        ? 'The file is open in another program, or you are not allowed to save there. Close it, or choose another place.'
        : 'You are not allowed to save there. Choose another place.'
    case 'EROFS':
      return 'Nothing can be saved on this disk. Choose another place.'
    case 'ENOENT':
    case 'ENOTDIR':
      return 'The folder is no longer there. Choose another place.'
    case 'ENAMETOOLONG':
      return 'The name is too long. Choose a shorter one.'
    case 'EISDIR':
      return 'There is a folder of this name. Choose another name.'
    default:
      return 'The file could not be saved. Try again, or choose another place.'
  }
}
