import type { ImageKind } from '../../domain/image-kind.ts'
import { ImageRefusal } from './image-refusal.ts'
import { inspectImage, notAnImage } from './inspect-image.ts'
import type { PreparedImage } from './prepared-image.ts'

/** What the worker answers. */
export type ImageAnswer =
  | ({ readonly image: Blob } & Omit<PreparedImage, 'file'>)
  | { readonly unreadable: true }
  | { readonly failure: string }

const mimeTypes: Readonly<Record<ImageKind, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  jxl: 'image/jxl',
}

/**
 * Makes a chosen photo ready to be a product image (specification, section 2, Product Image upload): turned upright,
 * at most 1600 px long, as WebP, or as JPEG on white where the browser writes no WebP; below the bucket's 5 MB. Of a
 * moving picture the first frame stays. The place and device that a phone writes into its photos are gone. Its smaller
 * sizes for cards are made with it.
 *
 * @throws {ImageRefusal} with a sentence for people, when the file cannot become one
 * @throws the signal's reason once it is aborted
 */
export async function prepareImage(file: File, signal?: AbortSignal): Promise<PreparedImage> {
  signal?.throwIfAborted()
  const kind = await inspectImage(file)
  signal?.throwIfAborted()
  // Some browsers believe the type, which comes from the file's name.
  const answer = await askWorker(file.slice(0, file.size, mimeTypes[kind]), signal)
  if ('image' in answer) {
    const { image, ...known } = answer
    return { file: asFile(image, file.name), ...known }
  }
  if ('failure' in answer) throw notReady(file, answer.failure)
  throw kind === 'heic'
    ? new ImageRefusal(
        'heic',
        'This browser cannot read HEIC photos. Save the photo as JPEG and choose it again.',
      )
    : notAnImage(file)
}

/** A worker of its own for each image: ending it is the only way to stop decoding, and gives its memory back. */
function askWorker(original: Blob, signal: AbortSignal | undefined): Promise<ImageAnswer> {
  const worker = new Worker(new URL('./prepare-image.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ImageAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImageAnswer>) => resolve(data))
    worker.addEventListener('error', ({ message }) => resolve({ failure: message }))
    signal?.addEventListener('abort', () => reject(abortReason(signal)), { once: true })
    worker.postMessage(original, [])
  }).finally(() => worker.terminate())
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError')
}

function asFile(image: Blob, originalName: string): File {
  const extension = image.type === 'image/webp' ? 'webp' : 'jpg'
  return new File([image], `${originalName.replace(/\.[^.]*$/, '')}.${extension}`, { type: image.type })
}

function notReady(file: File, cause: unknown): ImageRefusal {
  return new ImageRefusal('failed', `${file.name} could not be made ready. Please try again.`, { cause })
}
