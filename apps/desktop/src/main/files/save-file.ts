import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron'

import { maxSavedBytes } from '../../ipc/contract.ts'
import { DisplayableError } from '../register-calls.ts'

interface SaveOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>
  readonly window: BrowserWindow
  /** `process.platform`. */
  readonly platform: string
  /** Where the dialog opens. */
  readonly folder: string | undefined
}

interface FileToSave {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Shows the save dialog and writes exactly the chosen file: macOS gives access to that path and to nothing beside it.
 * Returns its path, or null when cancelled.
 *
 * @throws {DisplayableError} with a sentence that says why the file was not saved
 */
export async function saveFile(
  { name, bytes }: FileToSave,
  { dialog, window, platform, folder = '' }: SaveOptions,
): Promise<string | null> {
  if (bytes.length > maxSavedBytes) throw new DisplayableError('This is too much to be saved in one file.')
  const { canceled, filePath } = await dialog.showSaveDialog(window, dialogOptions(join(folder, name)))
  if (canceled || filePath === '') return null
  try {
    await writeFile(filePath, bytes)
  } catch (cause) {
    // Without the cause: the system's message contains the path, which must reach neither page nor log.
    throw new DisplayableError(reasonOf(cause, platform))
  }
  return filePath
}

function dialogOptions(defaultPath: string): SaveDialogOptions {
  const extension = extname(defaultPath).slice(1)
  const filters =
    extension === '' ? [] : [{ name: `${extension.toUpperCase()} file`, extensions: [extension] }]
  return {
    defaultPath,
    filters,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  }
}

function reasonOf(error: unknown, platform: string): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make room, or save the file elsewhere.'
    case 'EBUSY':
    case 'EPERM':
    case 'EACCES':
    case 'EROFS':
      return platform === 'win32'
        ? 'The file is open in another program, or you are not allowed to save there. Close it, or choose another place.'
        : 'You are not allowed to save there. Choose another place.'
    case 'ENOENT':
    case 'ENOTDIR':
      return 'The folder is no longer there. Choose another place.'
    case 'EISDIR':
      return 'There is a folder of this name. Choose another name.'
    default:
      return 'The file could not be saved. Try again, or choose another place.'
  }
}
