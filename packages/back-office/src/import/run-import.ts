import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import {
  endsWhole,
  inspectImage,
  type prepareImage,
  type StoredImage,
} from '@giftwell/shared/images/prepare-image.ts'
import { contentName, type uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import { publicPath } from '@giftwell/shared/images/image-sizes.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { FileError } from './sheet.ts'
import { imagesOf, type ImportRecord, importRows, pendingRows, type RecordPicture } from './product-import.ts'
import type { Pictures } from './pictures.ts'

/**
 * Rows whose pictures are uploaded before they are saved together. Few enough that the embedded database, which does one
 * thing at a time, answers visitors between them.
 */
const batchSize = 25

/**
 * The number of pictures processed at once, all of them in memory: a photo of 50 megapixels takes 200 MB while it
 * is decoded, one of 12 takes 50.
 */
const picturesAtOnce = 2

export interface RunEffects {
  readonly prepare: typeof prepareImage
  readonly upload: typeof uploadProductImage
}

/**
 * Completes a stored import in batches: first the pictures of a batch, then its rows. A failed picture is an error
 * of its row. After an interruption, call it again to resume.
 *
 * @throws AppError when the server cannot be reached, the signal's reason when aborted
 */
export async function runImport(
  backend: Backend,
  id: string,
  pictures: Pictures,
  effects: RunEffects,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<void> {
  let done = 0
  // By the names of their contents: rows may share a picture, and the browser logs each upload of a name that is taken.
  const stored = new Map<string, Promise<StoredImage>>()
  for (;;) {
    signal.throwIfAborted()
    const rows = await pendingRows(backend, id, batchSize)
    if (rows.length === 0) return
    const ready: ImportRecord[] = [...rows]
    let next = 0
    const work = async () => {
      for (let at = next++; at < rows.length; at = next++) {
        const row = rows[at]
        if (row !== undefined) ready[at] = await withPictures(backend, row, pictures, effects, stored, signal)
      }
    }
    await Promise.all(Array.from({ length: picturesAtOnce }, work))
    signal.throwIfAborted()
    await importRows(backend, id, ready)
    done += rows.length
    onProgress(done)
  }
}

async function withPictures(
  backend: Backend,
  row: ImportRecord,
  pictures: Pictures,
  { prepare, upload }: RunEffects,
  stored: Map<string, Promise<StoredImage>>,
  signal: AbortSignal,
): Promise<ImportRecord> {
  if (Object.keys(row.errors).length > 0) return row
  async function store(image: string): Promise<RecordPicture> {
    const file = await pictures.read(image)
    if (file === null) throw new FileError(`${image} is not among the chosen pictures`)
    const name = await contentName(file)
    const storing = stored.get(name) ?? storeFile(file, name)
    stored.set(name, storing)
    return storing
  }
  async function storeFile(file: File, name: string): Promise<StoredImage> {
    try {
      return (
        (await storedPicture(backend, name)) ??
        (await upload(backend, await prepare(file, signal), { signal, contentName: name }))
      )
    } catch (error) {
      stored.delete(name)
      throw error
    }
  }
  return replacePictures(row, async (image) => {
    signal.throwIfAborted()
    try {
      return await store(image)
    } catch (error) {
      signal.throwIfAborted()
      // Without a connection or the right to write, no row would succeed: the import stops, and can go on later.
      if (['offline', 'forbidden'].includes(String(recordOf(error)['kind']))) throw error
      return errorMessage(error)
    }
  })
}

/**
 * A record with the results of its picture files: a picture, null for none, or an error message for the field.
 */
async function replacePictures(
  record: ImportRecord,
  replace: (image: string) => Promise<RecordPicture | string | null>,
): Promise<ImportRecord> {
  const { image, pictures, ...others } = record
  const errors: Record<string, string> = {}
  const replaced = async (name: string, field: string) => {
    const found = await replace(name)
    if (typeof found !== 'string') return found ?? []
    errors[field] = found
    return []
  }
  const [first] = image === undefined ? [] : [await replaced(image, 'image_url')].flat()
  const rest: RecordPicture[] = []
  for (const picture of pictures ?? [])
    if (picture.image === undefined) rest.push(picture)
    else
      for (const found of [await replaced(picture.image, 'pictures')].flat())
        rest.push({ ...found, ...(picture.alt !== undefined && { alt: picture.alt }) })
  if (Object.keys(errors).length > 0) return { ...record, errors: { ...record.errors, ...errors } }
  return {
    ...others,
    ...(first?.url !== undefined && {
      image_url: first.url,
      image_widths: first.widths ?? null,
      image_colour: first.colour ?? null,
    }),
    ...(first?.image !== undefined && { image: first.image }),
    ...(first?.stored_image !== undefined && { stored_image: first.stored_image }),
    ...(pictures !== undefined && { pictures: rest }),
  }
}

/** Records as a dry run takes them, and as they are stored once it is over. */
interface CheckedRecords {
  readonly toCheck: readonly ImportRecord[]
  readonly toStore: readonly ImportRecord[]
  /** The names of chosen files that are stored already, by their addresses. */
  readonly storedNames: ReadonlyMap<string, string>
}

/**
 * Inspects the pictures of records, without decoding formats that every browser decodes: finds missing files,
 * non-pictures, truncated or unreadable pictures, and stored ones, so a dry run has the same numbers as the run.
 *
 * @throws AppError when the server cannot be reached, the signal's reason when aborted
 */
export async function checkPictures(
  backend: Backend,
  records: readonly ImportRecord[],
  pictures: Pictures,
  prepare: RunEffects['prepare'],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<CheckedRecords> {
  // Null for one that is not stored yet.
  const seen = new Map<string, RecordPicture | string | null>()
  async function look(image: string): Promise<RecordPicture | string | null> {
    try {
      const file = await pictures.read(image)
      if (file === null) return { stored_image: image }
      // Formats that only some browsers decode, and truncated files.
      if (!(await endsWhole(file, await inspectImage(file)))) await prepare(file, signal)
      return await storedPicture(backend, await contentName(file))
    } catch (error) {
      signal.throwIfAborted()
      if (String(recordOf(error)['kind']) === 'offline') throw error
      return errorMessage(error)
    }
  }
  const toCheck: ImportRecord[] = []
  const toStore: ImportRecord[] = []
  for (const record of records) {
    signal.throwIfAborted()
    const images = imagesOf(record)
    for (const image of images) {
      if (seen.has(image)) continue
      seen.set(image, await look(image))
      onProgress(seen.size)
    }
    const found = (image: string) => Promise.resolve(seen.get(image) ?? null)
    const checked = images.length === 0 ? record : await replacePictures(record, found)
    const isNew = images.some((image) => seen.get(image) === null)
    toCheck.push(isNew ? { ...checked, new_image: true } : checked)
    // Those that were not chosen are known by name; the others are uploaded by the run.
    const isFailed = checked.errors !== record.errors
    toStore.push(
      isFailed || images.every((image) => pictures.has(image))
        ? { ...record, errors: checked.errors }
        : await replacePictures(record, async (image) =>
            pictures.has(image) ? { image } : { stored_image: image },
          ),
    )
  }
  const stored = [...seen].flatMap(([name, picture]): [string, string][] =>
    picture !== null && typeof picture !== 'string' && picture.url !== undefined ? [[picture.url, name]] : [],
  )
  return { toCheck, toStore, storedNames: new Map(stored) }
}

/** A picture that a product shows by the name of its content; null for one that none does. */
async function storedPicture(backend: Backend, name: string): Promise<StoredImage | null> {
  const paths = ['webp', 'jpg'].map((extension) => `${publicPath}${name}.${extension}`)
  const [first] = await readRows(backend, (rest) =>
    rest.from('products').select('image_url, image_widths, image_colour').in('image_url', paths).limit(1),
  )
  if (first?.image_url != null)
    return { url: first.image_url, widths: first.image_widths, colour: first.image_colour }
  const [found] = await readRows(backend, (rest) =>
    rest.from('product_pictures').select('url, widths, colour').in('url', paths).limit(1),
  )
  return found ?? null
}
