import type { Dialog, OpenDialogOptions } from 'electron'

import type { ParentWindow } from './parent-window.ts'

const filters = [
  { name: 'Images', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] },
]

/**
 * Opens the system's picker and gives the paths that were chosen, none when it is cancelled. The filter can be got
 * around, so what is chosen must still be looked at. The choice is not added to the system's recent documents.
 */
export async function pickImages(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  parent: ParentWindow,
  multiple: boolean,
): Promise<readonly string[]> {
  const options: OpenDialogOptions = {
    title: multiple ? 'Choose images' : 'Choose an image',
    buttonLabel: 'Choose',
    filters,
    properties: ['openFile', 'dontAddToRecent', ...(multiple ? (['multiSelections'] as const) : [])],
  }
  const window = parent()
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  if (canceled) return []
  return multiple ? filePaths : filePaths.slice(0, 1)
}
