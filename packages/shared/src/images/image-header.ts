/** Width and height in pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/**
 * Limit for decoding. Cameras with "50 megapixels" produce up to 50.2 million pixels (8160 × 6144), which take 200 MB of
 * memory; more crashes the page on a phone.
 */
export const mostPixels = 51_000_000

/** Bytes to read for the dimensions: in photos they follow the metadata and its preview image. */
export const dimensionsStandWithin = 1024 * 1024

/**
 * Reads the dimensions from the header, before the orientation is applied; null when the header lacks them. Check them
 * before decoding, which takes four bytes per pixel.
 */
export function dimensionsInHeader(kind: ImageKind, start: Uint8Array): Dimensions | null {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  try {
    return readers[kind](view)
  } catch (error) {
    if (error instanceof RangeError) return null // the file ends before its dimensions
    throw error
  }
}

type Reader = (view: DataView) => Dimensions | null

const readers: Readonly<Record<ImageKind, Reader>> = {
  jpeg: readJpeg,
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  webp: readWebp,
  bmp: (view) => ({ width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }),
  avif: readImageContainer,
  heic: readImageContainer,
  tiff: () => null,
  jxl: () => null,
}

/** Walks the segments to the frame header. */
function readJpeg(view: DataView): Dimensions | null {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const isFiller = marker === 0xff
    at += isFiller ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

function readWebp(view: DataView): Dimensions | null {
  switch (textAt(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X': {
      const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    }
    default:
      return null
  }
}

/** HEIC and AVIF: the largest of the listed dimensions, because photos list their tiles too. */
function readImageContainer(view: DataView): Dimensions | null {
  let largest: Dimensions | null = null
  const extent = 'ispe'.charCodeAt(0)
  for (let at = 4; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint8(at) !== extent || textAt(view, at) !== 'ispe') continue
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (largest === null || found.width * found.height > largest.width * largest.height) largest = found
  }
  return largest
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

/** Kinds of images, including those that browsers cannot decode. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'bmp' | 'tiff' | 'jxl'

const imageName = /\.(?:jpe?g|jfif|png|webp|avif|gif|heic|heif|bmp|tiff?|jxl|svg)$/i

/** Whether a file is an image by its name, of a kind that products may have or not. Hidden files are none: macOS adds them. */
export function isImageName(name: string): boolean {
  return imageName.test(name) && !name.startsWith('.')
}

/** Bytes to read for the kind. */
export const kindIsKnownAfter = 64

/** Detects the kind by the first bytes; null for anything else. */
export function kindOfImage(start: Uint8Array): ImageKind | null {
  const text = String.fromCharCode(...start.subarray(0, kindIsKnownAfter))
  if (text.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^BM[^]{4}\0\0\0\0/.test(text)) return 'bmp'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('\xFF\x0A') || text.startsWith('\0\0\0\x0CJXL \r\n\x87\n')) return 'jxl'
  return text.startsWith('ftyp', 4) ? kindOfBrands(start) : null
}

/** AVIF and HEIC share a container and differ in its brands. Phones write HEIC with the generic brand `mif1`. */
function kindOfBrands(start: Uint8Array): ImageKind | null {
  const boxEnd = new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(0)
  const brands = String.fromCharCode(...start.subarray(8, Math.min(boxEnd, kindIsKnownAfter))).match(
    /[^]{4}/g,
  )
  if (brands === null) return null
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : null
}
