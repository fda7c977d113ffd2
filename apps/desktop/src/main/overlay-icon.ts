import type { NativeImage } from 'electron'

/** Pixels of each side; Windows scales the picture to its taskbar. */
const size = 32
const radius = 13

/** The theme's marigold as Windows wants it: blue, green, red. */
const marigold = [0x1b, 0x9a, 0xe3] as const

/** What makes a picture out of pixels. */
export interface BitmapReader {
  createFromBitmap(pixels: Buffer, size: { width: number; height: number }): NativeImage
}

/** The mark on the taskbar's button on Windows, which has no numbers: a marigold disc, drawn here to need no file. */
export function createOverlayIcon(nativeImage: BitmapReader): NativeImage {
  return nativeImage.createFromBitmap(drawDisc(), { width: size, height: size })
}

/** A disc with a soft edge, as four bytes for each pixel, the colours weighted by how much covers the pixel. */
export function drawDisc(): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  for (let index = 0; index < size * size; index += 1) {
    const distance = Math.hypot((index % size) - middle, Math.floor(index / size) - middle)
    const cover = Math.min(Math.max(radius + 0.5 - distance, 0), 1)
    pixels.set([...marigold.map((part) => Math.round(part * cover)), Math.round(255 * cover)], index * 4)
  }
  return pixels
}
