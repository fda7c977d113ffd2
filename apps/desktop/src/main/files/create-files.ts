import type { Dialog } from 'electron'

import type { Handlers } from '../../ipc/contract.ts'
import type { ParentWindow } from './parent-window.ts'
import { pickImages } from './pick-images.ts'
import { readImages } from './read-images.ts'
import { saveFile } from './save-file.ts'
import type { WritableFiles } from './write-whole.ts'

/** What choosing, reading and saving files needs of the system. */
export interface FilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>
  readonly parent: ParentWindow
  /** `process.platform`. */
  readonly platform: string
  readonly files?: WritableFiles
}

/** The calls for files: the page gets bytes and gives bytes, and learns of no path. */
export type FileHandlers = Pick<Handlers, 'images:pick' | 'images:read-dropped' | 'files:save'>

/** Answers the calls for files with the system's own dialogs. */
export function createFiles(options: FilesOptions): FileHandlers {
  const { dialog, parent } = options
  return {
    'images:pick': async ({ multiple }) => readImages(await pickImages(dialog, parent, multiple)),
    'images:read-dropped': async ({ paths }) => readImages(paths),
    'files:save': async (file) => saveFile(file, options),
  }
}
