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
