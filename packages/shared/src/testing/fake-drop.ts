/** A folder on the disk of a user who drops it. */
interface FakeFolder {
  readonly name: string
  readonly content: readonly (File | FakeFolder | UnreadableFile)[]
  /** After how many entries the browser can list no more. */
  readonly failsAfter?: number
}

/** A file on that disk that the browser cannot open. */
interface UnreadableFile {
  readonly name: string
  readonly isUnreadable: true
}

/** Chromium lists so many entries in the first call. */
const entriesAtOnce = 100

/** The `DataTransfer` of a drop, which is empty after the event, as in browsers. A file in memory has no entry. */
export function fakeDrop(...dropped: (File | FakeFolder)[]): DataTransfer {
  const items: Pick<DataTransferItem, 'webkitGetAsEntry' | 'getAsFile'>[] = dropped.map((node) => ({
    webkitGetAsEntry: () => (node instanceof File ? null : entryOf(node, '')),
    // Chromium gives a file for a folder, too.
    getAsFile: () => (node instanceof File ? node : new File(['x'], node.name)),
  }))
  // A dragged image of a page comes with its address as a text.
  items.push({ webkitGetAsEntry: () => null, getAsFile: () => null })
  setTimeout(() => items.splice(0))
  // The rest of a transfer is not used.
  return { items, types: ['Files'] } as unknown as DataTransfer
}

function entryOf(node: FakeFolder['content'][number], parent: string): FileSystemEntry {
  const { name } = node
  const entry = {
    name,
    fullPath: `${parent}/${name}`,
    isFile: !('content' in node),
    isDirectory: 'content' in node,
  }
  // The rest of an entry is not used.
  if ('content' in node)
    return { ...entry, createReader: () => readerOf(node, entry.fullPath) } as unknown as FileSystemEntry
  const file = (resolve: FileCallback, reject: ErrorCallback) =>
    void setTimeout(() => (node instanceof File ? resolve(node) : reject(unreadable())))
  return { ...entry, file } as unknown as FileSystemEntry
}

function readerOf({ content, failsAfter = Infinity }: FakeFolder, path: string): FileSystemDirectoryReader {
  let read = 0
  return {
    readEntries(resolve, reject) {
      const some = content.slice(read, read + entriesAtOnce)
      read += some.length
      setTimeout(() => {
        if (read > failsAfter) reject?.(unreadable())
        else resolve(some.map((node) => entryOf(node, path)))
      })
    },
  }
}

function unreadable(): DOMException {
  return new DOMException('The requested file could not be read.', 'NotReadableError')
}
