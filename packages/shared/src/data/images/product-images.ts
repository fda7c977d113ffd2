import { sizeName } from '../../domain/image-sizes.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { Backend } from '../backend.ts'
import type { PreparedImage, StoredImage } from './prepared-image.ts'
import { sendImage, type SendingOptions } from './send-image.ts'
import { newImageName, productImagesBucket, publicImageAddress, storedImageName } from './stored-image.ts'

/** A taken name is next to impossible; one after the other means that the server is not well. */
const mostNames = 3

/**
 * Uploads a prepared image with its sizes and answers with what becomes a product's image: its public URL, its widths
 * and its colour (specification, section 7, Image upload). It is stored with all of its sizes or not at all: an upload
 * that is broken off leaves nothing behind, or what `removeUnusedImages` finds.
 *
 * @throws {AppError} with the server's message, or of the kind `offline` when there was no answer
 * @throws the signal's reason once it is aborted
 */
export async function uploadProductImage(
  backend: Backend,
  image: PreparedImage,
  options: SendingOptions = {},
): Promise<StoredImage> {
  for (let tries = 0; tries < mostNames; tries += 1) {
    const name = newImageName(image.file)
    const url = publicImageAddress(backend.config, name)
    if (await sendWithSizes(backend, name, image, options)) {
      return { url, widths: image.widths, colour: image.colour }
    }
  }
  throw new AppError('conflict', 'The server took no name for the image.')
}

/** Sends one after the other, the image first. False when another image has the name. */
async function sendWithSizes(
  backend: Backend,
  name: string,
  { file, sizes }: PreparedImage,
  { onProgress, signal }: SendingOptions,
): Promise<boolean> {
  const files = [
    { name, image: file as Blob },
    ...sizes.map((size) => ({ ...size, name: sizeName(name, size.width) })),
  ]
  const whole = files.reduce((sum, { image }) => sum + image.size, 0)
  let sent = 0
  try {
    for (const { name: part, image } of files) {
      const before = sent
      const answer = await sendImage(backend, part, image, {
        ...(signal && { signal }),
        onProgress: (share) => onProgress?.((before + share * image.size) / whole),
      })
      if (answer === 'name taken') {
        if (sent > 0) removeLeft(backend, name)
        return false
      }
      sent += image.size
    }
    return true
  } catch (error) {
    // Unless it refused the first of them, the server may have stored what it could not or was not to confirm.
    const isRefused = error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'invalid')
    if (!isRefused || sent > 0) removeLeft(backend, name)
    throw error
  }
}

function removeLeft(backend: Backend, name: string): void {
  void removeUnusedImages(backend, [publicImageAddress(backend.config, name)])
}

/**
 * Removes stored images that no record shows, with their sizes: of these addresses, or of everything that was left
 * behind for a day.
 * Addresses that lead elsewhere are passed over. Never fails: what could not be removed now is found a day later.
 */
export async function removeUnusedImages(
  backend: Backend,
  imageUrls?: readonly (string | null)[],
): Promise<void> {
  const candidates = imageUrls?.flatMap((url) => storedImageName(url ?? '') ?? [])
  if (candidates?.length === 0) return
  try {
    const { data: unused, error } = await backend.rest.rpc(
      'unused_product_images',
      candidates === undefined ? {} : { candidates },
    )
    if (error) throw toAppError(error)
    if (unused.length === 0) return
    const { storage } = await backend.loadSupabase()
    const removal = await storage.from(productImagesBucket).remove(unused)
    if (removal.error) throw removal.error
  } catch (error) {
    console.warn('Images that nothing shows could not be removed; they will be another day.', error)
  }
}
