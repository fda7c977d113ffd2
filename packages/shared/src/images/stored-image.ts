import type { BackendConfig } from '../kernel/backend-config.ts'
import { publicPath } from './image-sizes.ts'

/** A unique name: a random number and the image's extension (product.md, section 3). */
export function newImageName(image: File): string {
  const extension = image.name.slice(image.name.lastIndexOf('.') + 1)
  return `${crypto.getRandomValues(new BigUint64Array(1)).join('')}.${extension}`
}

/** The public URL of a stored image. */
export function publicImageAddress(config: BackendConfig, name: string): string {
  return `${config.supabaseUrl}${publicPath}${name}`
}

/** The URL of an image at the backend: those of our bucket are stored without a host, so that the site can move. */
export function imageAddress(config: BackendConfig, imageUrl: string): string {
  return URL.canParse(imageUrl, config.supabaseUrl) ? new URL(imageUrl, config.supabaseUrl).href : imageUrl
}
