import {
  type ImageKind,
  kindOfImage,
  dimensionsInHeader,
  dimensionsStandWithin,
  mostPixels,
} from './image-header.ts'
import { sizeOf } from './image-sizes.ts'

/** The results of the worker. */
export interface WorkerRequest {
  readonly original: Blob
  readonly limit?: SizeLimit | undefined
  readonly isIcon?: boolean
}

/** The worker's result. */
export type WorkerResult =
  | ({ readonly image: Blob } & Omit<PreparedImage, 'file'>)
  | { readonly unreadable: true }
  | { readonly tooLong: true }
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
 * Prepares a photo as a product image (product.md, section 2, Product Image upload): upright, at most 1600 px, WebP (or
 * JPEG on white where the browser cannot encode WebP), below the bucket's 5 MB, with smaller sizes for cards. Animations
 * lose all but the first frame; metadata such as location is removed.
 *
 * @throws {ImageError} with a sentence for the user
 * @throws the signal's reason when aborted
 */
export async function prepareImage(file: File, signal?: AbortSignal): Promise<PreparedImage> {
  return prepareWith(file, signal)
}

/** The home page's picture on phones, in bytes, with room for its headers: as much as the drawing that it replaces. */
const heroBytes = 11_500

/** Of the part that the home page shows: enough for its sizes, so that none is enlarged. */
const leastHeroWidth = 1000

/**
 * Prepares the home page's picture (product.md, section 2, Administration): like `prepareImage`, with the size for phones
 * in at most `heroBytes`.
 *
 * @throws {ImageError} also for a picture that is too small
 */
export async function prepareHeroImage(file: File, signal?: AbortSignal): Promise<PreparedImage> {
  const prepared = await prepareWith(file, signal, { limit: { width: 480, bytes: heroBytes } })
  if ((prepared.widths.at(-1) ?? 0) < leastHeroWidth) {
    throw new ImageError(
      'too-small',
      `${file.name} is too small for the home page. Choose an image of at least ${leastHeroWidth} by ${sizeOf(leastHeroWidth).height} pixels.`,
    )
  }
  return prepared
}

/**
 * Prepares the site's icon (product.md, section 2, Administration): a square PNG with the uncropped picture on a
 * plain contrasting background.
 *
 * @throws {ImageError} also for a picture with one side much longer than the other
 */
export async function prepareIcon(file: File, signal?: AbortSignal): Promise<PreparedImage> {
  return prepareWith(file, signal, { isIcon: true })
}

/** The most bytes of the size of a width. */
export interface SizeLimit {
  readonly width: number
  readonly bytes: number
}

async function prepareWith(
  file: File,
  signal?: AbortSignal,
  how: Omit<WorkerRequest, 'original'> = {},
): Promise<PreparedImage> {
  signal?.throwIfAborted()
  const kind = await inspectImage(file)
  signal?.throwIfAborted()
  // Some browsers trust the type, which is derived from the file name.
  const result = await askWorker({ original: file.slice(0, file.size, mimeTypes[kind]), ...how }, signal)
  if ('image' in result) {
    const { image, ...known } = result
    return { file: asFile(image, file.name), ...known }
  }
  if ('failure' in result) throw notReady(file, result.failure)
  if ('tooLong' in result) {
    throw new ImageError(
      'too-long',
      `${file.name} is too long for an icon: it could not be read in a browser tab. Choose a square image.`,
    )
  }
  throw kind === 'heic'
    ? new ImageError(
        'heic',
        `This browser cannot read HEIC photos such as ${file.name}. Open it in a photo app, export it as JPEG, and choose that file.`,
      )
    : isTaken(kind)
      ? new ImageError('damaged', `${file.name} is damaged: no image could be read from it.`)
      : notAnImage(file)
}

function isTaken(kind: ImageKind): boolean {
  return ['jpeg', 'png', 'webp', 'avif', 'gif'].includes(kind)
}

/** Uses one worker for each image: terminating it is the only way to stop decoding, and frees its memory. */
function askWorker(request: WorkerRequest, signal: AbortSignal | undefined): Promise<WorkerResult> {
  const worker = new Worker(new URL('./prepare-image.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<WorkerResult>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResult>) => resolve(data))
    worker.addEventListener('error', ({ message }) => resolve({ failure: message }))
    signal?.addEventListener('abort', () => reject(abortReason(signal)), { once: true })
    worker.postMessage(request, [])
  }).finally(() => worker.terminate())
}

/** Why a signal was aborted, as an error. */
export function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError')
}

function asFile(image: Blob, originalName: string): File {
  const extension = image.type === 'image/jpeg' ? 'jpg' : image.type.slice('image/'.length)
  return new File([image], `${originalName.replace(/\.[^.]*$/, '')}.${extension}`, { type: image.type })
}

function notReady(file: File, cause: unknown): ImageError {
  return new ImageError('failed', `${file.name} could not be prepared. Please try again.`, { cause })
}

/** A prepared product image. */
export interface PreparedImage {
  readonly file: File
  /** Smaller sizes for cards: docs/decisions/28. */
  readonly sizes: readonly PreparedSize[]
  /** All available widths, ascending; the last is the image's own (see `imageWidths`). */
  readonly widths: readonly number[]
  /** The placeholder colour as `#rrggbb`; null for a transparent image. */
  readonly colour: string | null
}

/** A smaller size of an image, ready to be uploaded. */
export interface PreparedSize {
  /** In pixels. */
  readonly width: number
  readonly image: Blob
}

/** An uploaded image. */
export interface StoredImage {
  readonly url: string
  /** Null for an image without sizes, such as an external one. */
  readonly widths: readonly number[] | null
  readonly colour: string | null
}

/** Detects a file's kind by its first bytes without decoding. @throws {ImageError} when it is not an image or too large */
export async function inspectImage(file: File): Promise<ImageKind> {
  if (file.size === 0) throw new ImageError('empty', `${file.name} is empty.`)
  const start = new Uint8Array(await file.slice(0, dimensionsStandWithin).arrayBuffer())
  const kind = kindOfImage(start)
  if (kind === null) throw notAnImage(file)
  const dimensions = dimensionsInHeader(kind, start)
  if (dimensions !== null && dimensions.width * dimensions.height > mostPixels) {
    const megapixels = Math.round((dimensions.width * dimensions.height) / 1_000_000)
    throw new ImageError(
      'too-many-pixels',
      `${file.name} has ${megapixels} megapixels. Choose an image of at most 50.`,
    )
  }
  return kind
}

/**
 * Whether an image of a widely supported format has its format's end; a truncated one does not. An intact image
 * may have bytes after its end, so only decoding proves damage.
 */
export async function endsWhole(file: File, kind: ImageKind): Promise<boolean> {
  const bytes = async (from: number, to?: number) => new DataView(await file.slice(from, to).arrayBuffer())
  if (file.size < 12) return false
  if (kind === 'jpeg') return (await bytes(-2)).getUint16(0) === 0xffd9
  if (kind === 'png') return (await bytes(-8)).getUint32(0) === 0x49454e44 // IEND
  if (kind === 'gif') return (await bytes(-1)).getUint8(0) === 0x3b
  return kind === 'webp' && (await bytes(4, 8)).getUint32(0, true) + 8 <= file.size
}

/** The user-facing error for a file that is not an image, or of a kind that the website does not show. */
function notAnImage(file: File, cause?: unknown): ImageError {
  return new ImageError(
    'not-an-image',
    `${file.name} cannot be used here. Choose a JPEG, PNG, WebP, AVIF or GIF image.`,
    { cause },
  )
}

type ImageErrorKind =
  | 'empty'
  | 'not-an-image'
  | 'damaged'
  | 'heic'
  | 'too-many-pixels'
  | 'too-small'
  | 'too-long'
  | 'failed'

/** A file that cannot become a product image; the message is a sentence for the user. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly kind: ImageErrorKind

  constructor(kind: ImageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
