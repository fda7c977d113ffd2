import type { BrowserWindow, Dialog } from 'electron'

import type { Handlers } from '../../ipc/contract.ts'
import { readImages } from './read-images.ts'
import { saveFile } from './save-file.ts'
import type { WritableFiles } from './write-file-atomically.ts'

/** What choosing and saving files uses of the system. */
export interface FilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>
  /** The window that the dialogs belong to. */
  readonly window: BrowserWindow
  /** `process.platform`. */
  readonly platform: string
  readonly files?: WritableFiles
}

const filters = [
  { name: 'Images', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] },
]

/** Handles the calls for files with the system's dialogs. The page exchanges bytes and never sees a path. */
export function createFiles(
  options: FilesOptions,
): Pick<Handlers, 'images:pick' | 'images:read-dropped' | 'files:save'> {
  return {
    'images:pick': async ({ multiple }) => readImages(await pickImages(options, multiple)),
    'images:read-dropped': async ({ paths }) => readImages(paths),
    'files:save': async (file) => saveFile(file, options),
  }
}

/**
 * The paths that the user chose; none when cancelled. The user can bypass the filter, so the content still has to be
 * checked. The choice is not added to the system's recent documents.
 */
async function pickImages({ dialog, window }: FilesOptions, multiple: boolean): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: multiple ? 'Choose images' : 'Choose an image',
    buttonLabel: 'Choose',
    filters,
    properties: ['openFile', 'dontAddToRecent', ...(multiple ? (['multiSelections'] as const) : [])],
  })
  if (canceled) return []
  return multiple ? filePaths : filePaths.slice(0, 1)
}
