import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { decoded } from '@giftwell/shared/kernel/decoded.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { FileError } from './sheet.ts'

const maxPictureBytes = 64 * 1024 * 1024

/** The pictures that were chosen, as cells name them. */
export interface Pictures {
  readonly size: number
  has(name: string): boolean
  /**
   * Null for one that was not chosen.
   *
   * @throws {FileError} when several different ones have the name
   */
  read(name: string): Promise<File | null>
}

interface Found {
  readonly name: string
  /** Its folders, as they are compared. */
  readonly folders: readonly string[]
  /** The same for the same picture. */
  readonly sum: string
  readonly open: () => Promise<File>
}

/** What names of files and folders are compared by: "Mug%20Blue" and "mug blue" are one. */
function fileKey(name: string): string {
  return nameKey(decoded(name) ?? name)
}

const withoutExtension = (name: string) => fileKey(name).replace(/\.[a-z]{3,4}$/, '')

/** The names that a picture is looked for by, the most telling first: a cell may leave out or mistake its extension. */
const keysOf = [
  fileKey,
  withoutExtension,
  (name: string) => withoutExtension(name).replaceAll(/[_ -]+/g, ' '),
]

/** The folders and the name of a path, of Windows, too, or of an address; without the drive. */
function segmentsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const parts = path.split(/[\\/]+/).filter((part) => !/^(?:file:|[a-z]:|\.{0,2})$/i.test(part))
  return { folders: parts.slice(0, -1).map(fileKey), name: parts.at(-1) ?? '' }
}

/**
 * The pictures among files, in zips and in workbooks, none of them read yet. A cell may leave out folders and the extension;
 * a folder that it names is the picture's.
 *
 * @throws {FileError} for a zip that cannot be read
 */
export async function collectPictures(files: readonly File[]): Promise<Pictures> {
  const inWorkbooks = new Map<string, Found>()
  const all = new Map<string, Found>()
  function add(path: string, sum: string, open: Found['open']) {
    const segments = segmentsOf(path)
    // macOS adds a folder of its own.
    if (isImageName(segments.name) && !path.startsWith('__MACOSX/'))
      all.set(`${path} ${sum}`, { ...segments, sum, open })
  }
  for (const file of files) {
    const isWorkbook = /\.xls[xm]$/i.test(file.name)
    if (!isWorkbook && !/\.zip$/i.test(file.name)) {
      add(file.webkitRelativePath || file.name, `${file.size} ${file.lastModified}`, () =>
        Promise.resolve(file),
      )
      continue
    }
    const { readZip } = await import('./read-zip.ts')
    for (const { name: path, sum, read } of await readZip(file)) {
      const { name } = segmentsOf(path)
      const open = async () => new File([await read(maxPictureBytes)], name)
      if (!isWorkbook) add(path, sum, open)
      else if (isImageName(name)) inWorkbooks.set(path, { name, folders: [], sum, open })
    }
  }
  const byKey = keysOf.map((keyOf) => Map.groupBy(all.values(), ({ name }) => keyOf(name)))
  function find(cell: string): readonly Found[] {
    const own = inWorkbooks.get(cell)
    if (own !== undefined) return [own]
    const { folders, name } = segmentsOf(cell)
    for (const [level, keyOf] of keysOf.entries()) {
      const matching = bestByFolder(byKey[level]?.get(keyOf(name)) ?? [], folders, isAbsolute.test(cell))
      if (matching.length > 0) return matching
    }
    return []
  }
  /** A cell may name several pictures; a product's image is the first. */
  const findAny = (cell: string) => {
    const whole = find(cell)
    const [firstOfList = '', ...others] = cell.split(/[;,|\n]+/)
    return whole.length > 0 || others.length === 0 ? whole : find(firstOfList.trim())
  }
  return {
    size: all.size + inWorkbooks.size,
    has: (name) => findAny(name).length > 0,
    async read(name) {
      const [one, ...others] = findAny(name)
      if (others.some(({ sum }) => sum !== one?.sum))
        throw new FileError(
          `"${name}" is the name of several of the chosen pictures: put the name of its folder in front`,
        )
      return (await one?.open()) ?? null
    },
  }
}

/** The path on a supplier's own disk, whose folders may differ from the sent ones. */
const isAbsolute = /^(?:file:|[a-z]:|[\\/])/i

/** The pictures whose folders best match the cell's; pictures without a folder match any. */
function bestByFolder(
  found: readonly Found[],
  wanted: readonly string[],
  isAnyFolder: boolean,
): readonly Found[] {
  const common = ({ folders }: Found) => {
    const differs = folders.toReversed().findIndex((folder, index) => folder !== wanted.at(-1 - index))
    return differs === -1 ? folders.length : differs
  }
  const most = Math.max(0, ...found.map(common))
  return found.filter(
    (one) =>
      common(one) === most && (most > 0 || isAnyFolder || wanted.length === 0 || one.folders.length === 0),
  )
}
