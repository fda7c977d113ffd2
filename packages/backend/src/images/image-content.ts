import {
  dimensionsInHeader,
  mostPixels,
  type ImageKind,
  kindOfImage,
} from '@giftwell/shared/images/image-header.ts'
import { imageTypeOf } from './image-files.ts'

/** An upload's error: the status, a code for programs and a sentence for the user. */
interface ContentError {
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

/** Counts the frames of an animation by its blocks, without decoding them; 1 for a still image. Stops at malformed data. */
export function countFrames(kind: ImageKind, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = counters[kind]
  return count === undefined ? 1 : Math.max(1, count(view))
}

const counters: { readonly [Kind in ImageKind]?: (view: DataView) => number } = {
  gif: framesOfGif,
  png: framesOfPng,
  webp: framesOfWebp,
}

function framesOfGif(view: DataView): number {
  if (view.byteLength < 13) return 0
  let at = 13 + tableBytes(view.getUint8(10))
  let frames = 0
  while (at + 10 <= view.byteLength) {
    switch (view.getUint8(at)) {
      case 0x21: // an extension, with a label of one byte
        at = behindBlocks(view, at + 2)
        break
      case 0x2c: // an image: an optional color table, then a code size of one byte
        frames += 1
        at = behindBlocks(view, at + 10 + tableBytes(view.getUint8(at + 9)) + 1)
        break
      default:
        return frames
    }
  }
  return frames
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function behindBlocks(view: DataView, start: number): number {
  let at = start
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
  return at + 1
}

/** The chunk `acTL` precedes the pixels. */
function framesOfPng(view: DataView): number {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === 0x61_63_54_4c) return view.getUint32(at + 8)
    if (name === 0x49_44_41_54) return 1
  }
  return 1
}

function framesOfWebp(view: DataView): number {
  let frames = 0
  for (let at = 12; at + 8 <= view.byteLength;) {
    if (view.getUint32(at) === 0x41_4e_4d_46) frames += 1 // ANMF
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return frames
}
