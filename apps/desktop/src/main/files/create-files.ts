import { writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'

import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron'
import { z } from 'zod'

import { type Handlers, type Input, maxSavedBytes } from '../../ipc/contract.ts'
import { DisplayableError } from '../register-calls.ts'
import type { StateFile } from '../state-file.ts'
import { readImage } from './read-image.ts'

/** Folders of the last dialogs: without one, Electron opens every dialog in Downloads. */
export const lastFolders = z.strictObject({ pictures: z.string().optional(), saved: z.string().optional() })
type LastFolders = z.output<typeof lastFolders>

/** What choosing and saving files uses of the system. */
export interface FilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>
  /** The window that the dialogs belong to. */
  readonly window: BrowserWindow
  /** `process.platform`. */
  readonly platform: string
  /** Where the last picture came from and the last file went. */
  readonly folders: StateFile<LastFolders>
}

/** Handles the calls for files with the system's dialogs. The page exchanges bytes and never sees a path. */
export function createFiles(options: FilesOptions): Pick<Handlers, 'image:pick' | 'files:save'> {
  const { folders } = options
  const last = () => folders.read() ?? {}
  return {
    'image:pick': async () => {
      const path = await pickImage(options, last().pictures)
      if (path === null) return null
      folders.write({ ...last(), pictures: dirname(path) })
      return readImage(path)
    },
    'files:save': async (file) => {
      const saved = await saveFile(file, options, last().saved)
      if (saved !== null) folders.write({ ...last(), saved: dirname(saved) })
      return saved === null ? 'cancelled' : 'saved'
    },
  }
}

/**
 * The path that the user chose; null when cancelled. The user can bypass the filter, so the content still has to be checked.
 * The choice is not added to the system's recent documents.
 *
 * @param folder where the dialog opens; the system's choice when it is gone
 */
async function pickImage(
  { dialog, window }: FilesOptions,
  folder: string | undefined,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose an image',
    buttonLabel: 'Choose',
    filters: [{ name: 'Images', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] }],
    properties: ['openFile', 'dontAddToRecent'],
    ...(folder !== undefined && { defaultPath: folder }),
  })
  return canceled ? null : (filePaths[0] ?? null)
}

/**
 * Shows the save dialog and writes exactly the chosen file: macOS gives access to that path and to nothing beside it.
 * Returns its path, or null when cancelled.
 *
 * @throws {DisplayableError} with a sentence that says why the file was not saved
 */
async function saveFile(
  { name, bytes }: Input<'files:save'>,
  { dialog, window, platform }: FilesOptions,
  folder = '',
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
