import { dirname } from 'node:path'

import type { BrowserWindow, Dialog } from 'electron'
import { z } from 'zod'

import type { Handlers } from '../../ipc/contract.ts'
import type { StateFile } from '../state-file.ts'
import { imageExtensions, readImages } from './read-images.ts'
import { saveFile } from './save-file.ts'

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

const picker = {
  image: { title: 'Choose an image', properties: ['openFile'] },
  images: { title: 'Choose images', properties: ['openFile', 'multiSelections'] },
  folder: { title: 'Choose a folder', properties: ['openDirectory'] },
} as const
const filters = [{ name: 'Images', extensions: [...imageExtensions] }]

/** Handles the calls for files with the system's dialogs. The page exchanges bytes and never sees a path. */
export function createFiles(
  options: FilesOptions,
): Pick<Handlers, 'images:pick' | 'images:read-dropped' | 'files:save'> {
  const { folders } = options
  const last = () => folders.read() ?? {}
  return {
    'images:pick': async ({ what }) => {
      const paths = await pickImages(options, what, last().pictures)
      const [first] = paths
      if (first !== undefined) folders.write({ ...last(), pictures: dirname(first) })
      return readImages(paths)
    },
    'images:read-dropped': async ({ paths }) => readImages(paths),
    'files:save': async (file) => {
      const saved = await saveFile(file, { ...options, folder: last().saved })
      if (saved !== null) folders.write({ ...last(), saved: dirname(saved) })
      return saved === null ? 'cancelled' : 'saved'
    },
  }
}

/**
 * The paths that the user chose; none when cancelled. The user can bypass the filter, so the content still has to be
 * checked. The choice is not added to the system's recent documents.
 *
 * @param folder where the dialog opens; the system's choice when it is gone
 */
async function pickImages(
  { dialog, window }: FilesOptions,
  what: keyof typeof picker,
  folder: string | undefined,
): Promise<readonly string[]> {
  const { title, properties } = picker[what]
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel: 'Choose',
    ...(what !== 'folder' && { filters }),
    properties: [...properties, 'dontAddToRecent'],
    ...(folder !== undefined && { defaultPath: folder }),
  })
  if (canceled) return []
  return what === 'images' ? filePaths : filePaths.slice(0, 1)
}
