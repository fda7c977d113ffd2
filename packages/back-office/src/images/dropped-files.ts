import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { useWindowEvent } from '@mantine/hooks'

/** Items dropped onto the page, in a browser and on the desktop, not yet read. */
export interface Dropped {
  readonly files: readonly File[]
  readonly folders: readonly FileSystemDirectoryEntry[]
}

/** Files on the user's disk, and the names of unlistable ones with the reason. */
export interface FoundImages {
  readonly images: readonly File[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
}

/** Limit for the entries of dropped folders, such as a whole disk. */
const maxEntries = 20_000

/** Takes files and folders out of a drop. Call it in the event's handler: afterwards the browser empties the transfer. */
export function filesFromDrop({ items }: DataTransfer): Dropped {
  const files: File[] = []
  const folders: FileSystemDirectoryEntry[] = []
  for (const item of items) {
    const entry = item.webkitGetAsEntry()
    // Files that are not on a disk, such as an image dragged from another page, have no entry.
    const file = item.getAsFile()
    if (entry !== null && isFolder(entry)) folders.push(entry)
    else if (file !== null) files.push(file)
  }
  return { files, folders }
}

/**
 * All dropped files, and those in the folders and below them that are images by their names, in the order of their paths.
 * Hidden files and folders are skipped.
 *
 * @throws with a sentence for the user when the folders hold too many files or nothing was found
 * @throws the signal's reason when aborted
 */
export async function findImages({ files, folders }: Dropped, signal: AbortSignal): Promise<FoundImages> {
  const found: Found = { entries: 0, images: [], refused: [] }
  for (const folder of folders) await walk(folder, found, signal)
  const images = [...files]
  for (const entry of found.images.toSorted((a, b) => a.fullPath.localeCompare(b.fullPath))) {
    signal.throwIfAborted()
    try {
      images.push(await fileOf(entry))
    } catch {
      found.refused.push({ name: entry.name, reason: 'This file could not be read.' })
    }
  }
  if (images.length === 0 && found.refused.length === 0) {
    const names = folders.map(({ name }) => name).join(', ')
    throw new Error(`There are no images in ${names || 'what was dropped'}.`)
  }
  return { images, refused: found.refused }
}

interface Found {
  entries: number
  readonly images: FileSystemFileEntry[]
  readonly refused: { name: string; reason: string }[]
}

async function walk(folder: FileSystemDirectoryEntry, found: Found, signal: AbortSignal): Promise<void> {
  const reader = folder.createReader()
  for (;;) {
    signal.throwIfAborted()
    const entries = await readSome(reader).catch(() => null)
    if (entries === null) {
      found.refused.push({ name: folder.name, reason: 'Not all of this folder could be read.' })
      return
    }
    if (entries.length === 0) return
    found.entries += entries.length
    if (found.entries > maxEntries) {
      throw new Error('The folders hold more than 20,000 files. Drop fewer at a time.')
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      if (isFolder(entry)) await walk(entry, found, signal)
      else if (isFile(entry) && isImageName(entry.name)) found.images.push(entry)
    }
  }
}

/** The next entries of a folder; Chromium returns at most 100 at a time, and none at the end. */
function readSome(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

/** Takes images that are pasted anywhere on the page, unless the paste fills a text field or `isOff`. */
export function usePastedImages(isOff: boolean, onPaste: (images: readonly File[]) => void): void {
  useWindowEvent('paste', (event) => {
    const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (isOff || images.length === 0 || pastesText(event)) return
    event.preventDefault()
    onPaste(images)
  })
}

/** Whether a paste fills a text field: some programs put a picture of a copied text beside it. */
function pastesText({ target, clipboardData }: ClipboardEvent): boolean {
  const isTextField = target instanceof HTMLElement && target.matches('input:not([type="file"]), textarea')
  return isTextField && clipboardData?.types.includes('text/plain') === true
}
