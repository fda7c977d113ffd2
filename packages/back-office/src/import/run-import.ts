import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import type { prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import type { uploadProductImage } from '@giftwell/shared/images/product-images.ts'
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
    const stored = await upload(backend, await prepare(file, signal), { signal })
    return { ...rest, image_url: stored.url, image_widths: stored.widths, image_colour: stored.colour }
  } catch (error) {
    signal.throwIfAborted()
    // Without a connection or the right to write, no row would succeed: the import stops, and can go on later.
    if (['offline', 'forbidden'].includes(String(Object(error).kind))) throw error
    return withError(row, errorMessage(error))
  }
}

function withError(row: ImportRecord, message: string): ImportRecord {
  return { ...row, errors: { ...row.errors, image_url: message } }
}
