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
  const { canceled, filePath } = await dialog.showSaveDialog(
    window,
    dialogOptions(join(folder, safeFileName(name))),
  )
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

/** Device names on Windows, with any extension and in any case. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i

/** Path separators and reserved characters of any system, invisible characters, and text direction marks. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const unsafe = /[/\\:*?"<>|\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** Some file systems allow 255 bytes. */
const maxBytes = 200

/** Turns any text into a file name that is valid on every system, without folders and with its extension. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  if (plain === '' || plain.replaceAll('_', '') === '') return 'Giftwell'
  const allowed = reserved.test(plain) ? `_${plain}` : plain
  return shortened(allowed)
}

function shortened(name: string): string {
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    if (Buffer.byteLength(short + segment + extension) > maxBytes) break
    short += segment
  }
  return short.trimEnd() + extension
}
