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
import { type ImportRecord, importRows, pendingRows } from './product-import.ts'
import type { Pictures } from './pictures.ts'

/**
 * Rows whose pictures are uploaded before they are saved together. Few enough that the embedded database, which does one
 * thing at a time, answers visitors between them.
 */
const batchSize = 25

/**
 * Pictures that are read, resized and uploaded at once. So many are in memory: a photo of 50 megapixels takes 200 MB while it
 * is decoded, one of 12 takes 50.
 */
const picturesAtOnce = 2

export interface RunEffects {
  readonly prepare: typeof prepareImage
  readonly upload: typeof uploadProductImage
}

/**
 * Imports what is not done of a stored import, in batches: first the pictures of a batch, then its rows. A picture that fails
 * is an error of its row. Interrupted at any moment, it goes on by calling it again.
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
  for (;;) {
    signal.throwIfAborted()
    const rows = await pendingRows(backend, id, batchSize)
    if (rows.length === 0) return
    const ready: ImportRecord[] = [...rows]
    let next = 0
    const work = async () => {
      for (let at = next++; at < rows.length; at = next++) {
        const row = rows[at]
        if (row !== undefined) ready[at] = await withPicture(backend, row, pictures, effects, signal)
      }
    }
    await Promise.all(Array.from({ length: picturesAtOnce }, work))
    signal.throwIfAborted()
    await importRows(backend, id, ready)
    done += rows.length
    onProgress(done)
  }
}

async function withPicture(
  backend: Backend,
  row: ImportRecord,
  pictures: Pictures,
  { prepare, upload }: RunEffects,
  signal: AbortSignal,
): Promise<ImportRecord> {
  signal.throwIfAborted()
  const { image, ...rest } = row
  if (image === undefined || Object.keys(row.errors).length > 0) return row
  try {
    const file = await pictures.read(image)
    if (file === null) return withError(row, `${image} is not among the chosen pictures`)
    const name = await contentName(file)
    const stored =
      (await storedPicture(backend, name)) ??
      (await upload(backend, await prepare(file, signal), { signal, contentName: name }))
    return { ...rest, image_url: stored.url, image_widths: stored.widths, image_colour: stored.colour }
  } catch (error) {
    signal.throwIfAborted()
    // Without a connection or the right to write, no row would succeed: the import stops, and can go on later.
    if (['offline', 'forbidden'].includes(String(Object(error).kind))) throw error
    return withError(row, errorMessage(error))
  }
}

/** Records as a dry run takes them, and as they are stored once it is over. */
interface CheckedRecords {
  readonly toCheck: readonly ImportRecord[]
  readonly toStore: readonly ImportRecord[]
}

/**
 * Inspects the pictures of records, without decoding those that every browser decodes: which were chosen, what is no picture,
 * is cut off or cannot be read here, and which are stored already, so that a dry run comes to the numbers of the run.
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
  const seen = new Map<string, Partial<ImportRecord> | string>()
  async function look(image: string): Promise<Partial<ImportRecord> | string> {
    try {
      const file = await pictures.read(image)
      if (file === null) return {}
      // What only some browsers decode, or what was cut off.
      if (!(await endsWhole(file, await inspectImage(file)))) await prepare(file, signal)
      const stored = await storedPicture(backend, await contentName(file))
      return stored === null
        ? { new_image: true }
        : { image_url: stored.url, image_widths: stored.widths, image_colour: stored.colour }
    } catch (error) {
      signal.throwIfAborted()
      if (String(Object(error).kind) === 'offline') throw error
      return errorMessage(error)
    }
  }
  const toCheck: ImportRecord[] = []
  const toStore: ImportRecord[] = []
  for (const record of records) {
    signal.throwIfAborted()
    const { image, ...rest } = record
    if (image === undefined || !pictures.has(image)) {
      const known = image === undefined ? record : { ...rest, stored_image: image }
      toCheck.push(known)
      toStore.push(known)
      continue
    }
    const found = seen.get(image) ?? (await look(image))
    seen.set(image, found)
    onProgress(seen.size)
    const failed = typeof found === 'string' ? withError(record, found) : null
    toCheck.push(failed ?? { ...rest, ...Object(found) })
    toStore.push(failed ?? record)
  }
  return { toCheck, toStore }
}

/** A picture that a product shows by the name of its content; null for one that none does. */
async function storedPicture(backend: Backend, name: string): Promise<StoredImage | null> {
  const paths = ['webp', 'jpg'].map((extension) => `${publicPath}${name}.${extension}`)
  const [found] = await readRows(backend, (rest) =>
    rest.from('products').select('image_url, image_widths, image_colour').in('image_url', paths).limit(1),
  )
  if (found?.image_url == null) return null
  return { url: found.image_url, widths: found.image_widths, colour: found.image_colour }
}

function withError(row: ImportRecord, message: string): ImportRecord {
  return { ...row, errors: { ...row.errors, image_url: message } }
}
