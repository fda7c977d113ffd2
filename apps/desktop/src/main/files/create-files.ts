import { writeFile, type FileHandle, open, stat } from 'node:fs/promises'
import { dirname, extname, join, basename } from 'node:path'
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron'
import { z } from 'zod'
import {
  type Handlers,
  type Input,
  maxSavedBytes,
  type ImageFile,
  maxImageBytes,
  type PickedImage,
} from '../../ipc/contract.ts'
import { DisplayableError } from '../register-calls.ts'
import type { StateFile } from '../state-file.ts'
import { constants } from 'node:fs'
import { type ImageKind, kindIsKnownAfter, kindOfImage } from '@giftwell/shared/images/image-header.ts'

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
 * Shows the save dialog and writes exactly the chosen file: macOS grants access only to that path.
 * Returns its path, or null when cancelled.
 *
 * @throws {DisplayableError} with the reason why the file was not saved
 */
async function saveFile(
  { name, bytes }: Input<'files:save'>,
  { dialog, window, platform }: FilesOptions,
  folder = '',
): Promise<string | null> {
  if (bytes.length > maxSavedBytes) throw new DisplayableError('This is too large for one file.')
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
      return 'The disk is full. Free some space, or save the file elsewhere.'
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
      return 'A folder with this name exists. Choose another name.'
    default:
      return 'The file could not be saved. Try again, or choose another place.'
  }
}

/** Kinds that the page gets; it reports itself those that Chromium cannot decode. */
const types: Partial<Record<ImageKind, ImageFile['type']>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
}

/**
 * Reads an image that the user chose, following links (product.md, section 2, Product Image upload). The kind is
 * detected by content. Reads regular files only, and never more than the limit even if the file grows. Never throws.
 *
 * @param maxBytes limit for what the page gets
 */
export async function readImage(path: string, maxBytes: number = maxImageBytes): Promise<PickedImage> {
  const name = basename(path)
  try {
    // Opening a device can have side effects, and opening a pipe blocks until a writer connects.
    if (!(await stat(path)).isFile()) return notAFile(name)
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return await readFrom(file, name, maxBytes)
    } finally {
      await file.close()
    }
  } catch (error) {
    return { refused: unreadable(name, error) }
  }
}

async function readFrom(file: FileHandle, name: string, maxBytes: number): Promise<PickedImage> {
  const found = await file.stat()
  if (!found.isFile()) return notAFile(name)
  if (found.size === 0) return { refused: `${name} is empty.` }
  if (found.size > maxBytes) return tooLarge(name, maxBytes)

  const start = new Uint8Array(kindIsKnownAfter)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  const kind = kindOfImage(start.subarray(0, bytesRead))
  if (kind === null) return { refused: `${name} is not an image.` }
  const type = types[kind]
  if (type === undefined) {
    return { refused: `${name} is a ${kind.toUpperCase()} image. Choose a JPEG, PNG or WebP image.` }
  }

  const bytes = await readAtMost(file, maxBytes + 1)
  return bytes.length > maxBytes ? tooLarge(name, maxBytes) : { image: { name, type, bytes } }
}

/** Reads up to a limit into a buffer of its own: Node's pooled buffers share memory with other data. */
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const stream = file.createReadStream({ start: 0, end: maxBytes - 1, autoClose: false })
  // A stream of a file without an encoding yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}

function notAFile(name: string): PickedImage {
  return { refused: `${name} is not a file.` }
}

function tooLarge(name: string, maxBytes: number): PickedImage {
  return { refused: `${name} is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB.` }
}

function unreadable(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${name} is no longer there.`
  if (code === 'EACCES' || code === 'EPERM') return `You are not allowed to read ${name}.`
  return `${name} could not be read.`
}
