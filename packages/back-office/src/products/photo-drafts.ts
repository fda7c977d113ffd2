import { limits } from '@giftwell/shared/kernel/form-rules.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import { uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'

/** What cameras, phones and messengers name their files. */
const cameraName =
  /^(?:(?:_?img|_?dsc[nf]?|pxl|mvimg|gopr|dji|whatsapp image|screenshot)[\s_-]*\d|p\d{7}|[\d\s_.()-]+$)/i

/** A product's name from a photo's: without its extension, and without dashes and underscores unless a camera chose it. */
export function draftNameOf(fileName: string): string {
  const name = fileName.normalize().replace(/\.[a-z\d]{2,5}$/i, '')
  const cleaned = cameraName.test(name) ? name : name.replaceAll(/[-–—_\s]+/g, ' ')
  return cleaned.trim().slice(0, limits.name) || 'Photo'
}

/**
 * Prepares and uploads a photo, and creates a draft with it: a product named after the file, not shown on the website.
 *
 * @throws {ImageError} or {AppError} with a sentence for the user
 * @throws the signal's reason when aborted
 */
export async function createPhotoDraft(backend: Backend, photo: File, signal: AbortSignal): Promise<void> {
  const prepared = await prepareImage(photo, signal)
  const { url, widths, colour } = await uploadProductImage(backend, prepared, { signal })
  signal.throwIfAborted()
  await send(backend, (rest) =>
    rest.rpc('save_product', {
      product: {
        name: draftNameOf(photo.name),
        image_url: url,
        image_widths: widths === null ? null : [...widths],
        image_colour: colour,
      },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    }),
  )
}

/** Each photo needs a decoder, and decoded it takes up to 200 MB. */
const maxConcurrent = 2

/** A photo that has no draft, and why. */
export interface FailedPhoto {
  readonly photo: File
  readonly reason: string
}

/** The results of the photos so far. */
export interface PhotoProgress {
  /** The number of drafts that were created. */
  readonly created: number
  readonly failed: readonly FailedPhoto[]
}

/** Creates a draft for each photo, two at a time. Aborting it leaves the drafts that were created. */
export async function createPhotoDrafts(
  photos: readonly File[],
  create: (photo: File, signal: AbortSignal) => Promise<void>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: PhotoProgress) => void },
): Promise<PhotoProgress> {
  let progress: PhotoProgress = { created: 0, failed: [] }
  const left = [...photos]
  async function takeNext(): Promise<void> {
    const photo = left.shift()
    if (photo === undefined || signal.aborted) return
    try {
      await create(photo, signal)
      progress = { ...progress, created: progress.created + 1 }
    } catch (error) {
      if (signal.aborted) return
      console.error(`No draft for ${photo.name}`, error)
      const failure = { photo, reason: errorMessage(error) }
      progress = { ...progress, failed: [...progress.failed, failure] }
    }
    onProgress(progress)
    await takeNext()
  }
  await Promise.all(Array.from({ length: maxConcurrent }, takeNext))
  return progress
}
