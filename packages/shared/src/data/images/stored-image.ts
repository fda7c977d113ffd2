import type { BackendConfig } from '../backend-config.ts'

/** The bucket of product images (specification, section 3). */
export const productImagesBucket = 'product-images'

const publicPath = `/storage/v1/object/public/${productImagesBucket}/`
const ownAddress = new RegExp(`^(?:https?://[^\\s/?#]+)?${publicPath}(\\d+(?:\\.\\d+)?\\.[a-z]{3,4})$`, 'i')

/** A name that no image has: a random number and the image's extension (specification, section 3). */
export function newImageName(image: File): string {
  const extension = image.name.slice(image.name.lastIndexOf('.') + 1)
  return `${crypto.getRandomValues(new BigUint64Array(1)).join('')}.${extension}`
}

/** The address at which everybody sees a stored image. */
export function publicImageAddress(config: BackendConfig, name: string): string {
  return `${config.supabaseUrl}${publicPath}${name}`
}

/**
 * The name of a stored image by the address that a record shows, with or without a host as the database keeps it;
 * null when the address leads to no image of ours.
 */
export function storedImageName(imageUrl: string): string | null {
  return ownAddress.exec(imageUrl)?.[1] ?? null
}
