import { dimensionsInHeader, dimensionsStandWithin, mostPixels } from './image-dimensions.ts'
import { type ImageKind, kindOfImage } from './image-kind.ts'

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

/** The user-facing error for a file that is not an image, or of a kind that the website does not show. */
export function notAnImage(file: File, cause?: unknown): ImageError {
  return new ImageError(
    'not-an-image',
    `${file.name} cannot be used here. Choose a JPEG, PNG, WebP, AVIF or GIF image.`,
    { cause },
  )
}

type ImageErrorKind = 'empty' | 'not-an-image' | 'damaged' | 'heic' | 'too-many-pixels' | 'failed'

/** A file that cannot become a product image; the message is a sentence for the user. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly kind: ImageErrorKind

  constructor(kind: ImageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
