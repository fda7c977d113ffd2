import { isImageName } from '@giftwell/shared/images/image-kind.ts'

/** Bytes of a picture in a zip. */
const maxPictureBytes = 64 * 1024 * 1024

/** The pictures that were chosen, by the names of their files. */
export interface Pictures {
  readonly size: number
  has(name: string): boolean
  /** Null for one that was not chosen. */
  read(name: string): Promise<File | null>
}

/** What a cell and a file are compared by: the file's name without folders, in lower case, composed. */
const keyOf = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLowerCase()
const withoutExtension = (key: string) => key.replace(/\.[^.]*$/, '')
const isPicture = (name: string) => isImageName(keyOf(name))

/**
 * The pictures among files and in zips, none of them read yet. A cell may leave out the folder and the extension.
 *
 * @throws {FileError} for a zip that cannot be read
 */
export async function collectPictures(files: readonly File[]): Promise<Pictures> {
  const found = new Map<string, () => Promise<File>>()
  const add = (name: string, open: () => Promise<File>) => {
    if (!isPicture(name)) return
    found.set(keyOf(name), open)
    if (!found.has(withoutExtension(keyOf(name)))) found.set(withoutExtension(keyOf(name)), open)
  }
  let size = 0
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      add(file.name, () => Promise.resolve(file))
      size += isPicture(file.name) ? 1 : 0
      continue
    }
    const { readZip } = await import('./read-zip.ts')
    for (const entry of await readZip(file)) {
      // What macOS adds to its zips.
      if (entry.name.startsWith('__MACOSX/')) continue
      const name = entry.name.split('/').at(-1) ?? entry.name
      add(entry.name, async () => new File([await entry.read(maxPictureBytes)], name))
      size += isPicture(entry.name) ? 1 : 0
    }
  }
  return {
    size,
    has: (name) => found.has(keyOf(name)),
    read: async (name) => (await found.get(keyOf(name))?.()) ?? null,
  }
}
