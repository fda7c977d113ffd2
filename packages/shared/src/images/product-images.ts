import { productImagesBucket, sizeName } from './image-sizes.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'
import type { PreparedImage, StoredImage } from './prepare-image.ts'
import { sendImage, type SendingOptions } from './send-image.ts'
import { newImageName, publicImageAddress } from './stored-image.ts'

/** Random names practically never collide; repeated collisions mean a broken server. */
const maxAttempts = 3

/** The name, without its extension, of the image that is prepared from a file: equal files have one. */
export async function contentName(original: Blob): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', await original.arrayBuffer())
  const hex = Array.from(new Uint8Array(sum, 0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return BigInt(`0x${hex.join('')}`).toString()
}

/**
 * Uploads a prepared image with its sizes (product.md, section 7, Image upload). `removeUnusedImages` later removes
 * what a failed upload has stored. With the name of its content, an image that is stored is left as it is.
 *
 * @throws {AppError} with the server's message, or of kind `offline` without a response
 * @throws the signal's reason when aborted
 */
export async function uploadProductImage(
  backend: Backend,
  image: PreparedImage,
  options: UploadOptions = {},
): Promise<StoredImage> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const random = newImageName(image.file)
    const name =
      options.contentName === undefined ? random : random.replace(/^[\d.]+(?=\.)/, options.contentName)
    const url = publicImageAddress(backend.config, name)
    if (await sendWithSizes(backend, name, image, options)) {
      return { url, widths: image.widths, colour: image.colour }
    }
  }
  throw new AppError('conflict', 'The server took no name for the image.')
}

interface UploadOptions extends SendingOptions {
  readonly contentName?: string
}

/** Uploads the files one after the other, the image first. Returns false when a random name is taken. */
async function sendWithSizes(
  backend: Backend,
  name: string,
  { file, sizes }: PreparedImage,
  { onProgress, signal, contentName: own }: UploadOptions,
): Promise<boolean> {
  const files = [
    { name, image: file as Blob },
    ...sizes.map((size) => ({ ...size, name: sizeName(name, size.width) })),
  ]
  const whole = files.reduce((sum, { image }) => sum + image.size, 0)
  let sent = 0
  for (const { name: part, image } of files) {
    const before = sent
    const result = await sendImage(backend, part, image, {
      ...(signal && { signal }),
      onProgress: (share) => onProgress?.((before + share * image.size) / whole),
    })
    if (result === 'name_taken' && own === undefined) return false
    sent += image.size
  }
  return true
}

/**
 * Removes the images, with their sizes, that no record has shown for a day. The only place where images are removed:
 * another administrator's form may still hold one that a record has just stopped using. Never throws: the next sweep retries.
 */
export async function removeUnusedImages(backend: Backend): Promise<void> {
  try {
    const unused = await send(backend, (rest) => rest.rpc('unused_product_images'))
    if (unused.length === 0) return
    const { storage } = await backend.loadSupabase()
    const removal = await storage.from(productImagesBucket).remove(unused)
    if (removal.error) throw removal.error
  } catch (error) {
    console.warn('Orphaned images could not be removed; the next sweep retries.', error)
  }
}
