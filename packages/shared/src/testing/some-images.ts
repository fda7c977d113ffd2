import type { PreparedImage, StoredImage } from '../images/prepare-image.ts'

/** A prepared image of 400 px with a smaller size. */
export function preparedImage(file: File): PreparedImage {
  const size = { width: 320, image: new File(['a smaller one'], 'size', { type: file.type }) }
  return { file, sizes: [size], widths: [320, 400], colour: '#8a9bac' }
}

/** The same, uploaded. */
export function storedImage(url: string): StoredImage {
  return { url, widths: [320, 400], colour: '#8a9bac' }
}
