import { dimensionsInHeader, dimensionsStandWithin, mostPixels } from '../../domain/image-dimensions.ts'
import { type ImageKind, kindOfImage } from '../../domain/image-kind.ts'
import { ImageRefusal } from './image-refusal.ts'

/** Looks at a file's first bytes, without decoding it. @throws {ImageRefusal} when it is no image, or too large a one */
export async function inspectImage(file: File): Promise<ImageKind> {
  if (file.size === 0) throw new ImageRefusal('empty', `${file.name} is empty.`)
  const start = new Uint8Array(await file.slice(0, dimensionsStandWithin).arrayBuffer())
  const kind = kindOfImage(start)
  if (kind === null) throw notAnImage(file)
  const dimensions = dimensionsInHeader(kind, start)
  if (dimensions !== null && dimensions.width * dimensions.height > mostPixels) {
    const megapixels = Math.round((dimensions.width * dimensions.height) / 1_000_000)
    throw new ImageRefusal(
      'too-many-pixels',
      `${file.name} has ${megapixels} megapixels. Choose an image of at most 50.`,
    )
  }
  return kind
}

/** What is said of a file that the browser cannot read as an image. */
export function notAnImage(file: File, cause?: unknown): ImageRefusal {
  return new ImageRefusal('not-an-image', `${file.name} is not an image that this browser can read.`, {
    cause,
  })
}
