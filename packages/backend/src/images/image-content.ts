import { dimensionsInHeader, mostPixels } from '@giftwell/shared/images/image-dimensions.ts'
import { type ImageKind, kindOfImage } from '@giftwell/shared/images/image-kind.ts'
import { imageTypeOf } from './image-files.ts'
import { countFrames } from './image-frames.ts'

/** An upload's error: the status, a code for programs and a sentence for the user. */
export interface ContentError {
  readonly status: 400 | 413 | 415
  readonly code: string
  readonly sentence: string
}

const types: { readonly [Kind in ImageKind]?: readonly [type: string, name: string] } = {
  jpeg: ['image/jpeg', 'JPEG'],
  png: ['image/png', 'PNG'],
  webp: ['image/webp', 'WebP'],
  avif: ['image/avif', 'AVIF'],
  gif: ['image/gif', 'GIF'],
}

/** Of all frames of an animation together. */
const maxAnimationPixels = 10 * mostPixels

/**
 * Validates the content of an upload: an image of its declared type, of a size that a browser can show. The image is not
 * decoded, so a decompression bomb does no harm. Null when it is valid.
 * @param name the object's name, whose extension decides the content type of downloads
 * @param declared the content type of the request
 */
export function contentError(name: string, declared: string, bytes: Uint8Array): ContentError | null {
  const kind = kindOfImage(bytes)
  const known = kind === null ? undefined : types[kind]
  if (kind === null || known === undefined) {
    return wrongKind('The file is not a JPEG, PNG, WebP, AVIF or GIF image.')
  }
  const [type, title] = known
  if (imageTypeOf(name) !== type || declared !== type) {
    return wrongKind(`The file is a ${title} image, but its name or its type says something else.`)
  }
  const size = dimensionsInHeader(kind, bytes)
  if (size === null || size.width < 1 || size.height < 1) {
    return { status: 400, code: 'InvalidImage', sentence: 'The image does not say how large it is.' }
  }
  const pixels = size.width * size.height
  if (pixels > mostPixels) {
    return tooLarge(`The image has ${Math.round(pixels / 1_000_000)} megapixels. Choose one of at most 50.`)
  }
  if (pixels * countFrames(kind, bytes) > maxAnimationPixels) {
    return tooLarge('The animation has too many pictures. Choose a shorter or smaller one.')
  }
  return null
}

function wrongKind(sentence: string): ContentError {
  return { status: 415, code: 'invalid_mime_type', sentence }
}

function tooLarge(sentence: string): ContentError {
  return { status: 413, code: 'EntityTooLarge', sentence }
}
