import { AppError, toAppError } from '../app-error.ts'
import type { Backend } from '../backend.ts'
import { sendImage, type SendingOptions } from './send-image.ts'
import { newImageName, productImagesBucket, publicImageAddress, storedImageName } from './stored-image.ts'

/** A taken name is next to impossible; one after the other means that the server is not well. */
const mostNames = 3

/**
 * Uploads a prepared image and answers with its public URL, which becomes a product's image_url (specification,
 * section 7, Image upload). An upload that is broken off leaves nothing behind, or what `removeUnusedImages` finds.
 *
 * @throws {AppError} with the server's message, or of the kind `offline` when there was no answer
 * @throws the signal's reason once it is aborted
 */
export async function uploadProductImage(
  backend: Backend,
  image: File,
  options: SendingOptions = {},
): Promise<string> {
  for (let tries = 0; tries < mostNames; tries += 1) {
    const name = newImageName(image)
    const address = publicImageAddress(backend.config, name)
    try {
      if ((await sendImage(backend, name, image, options)) === 'stored') return address
    } catch (error) {
      // Unless it refused, the server may have stored what it could not or was not to confirm.
      const isRefused = error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'invalid')
      if (!isRefused) void removeUnusedImages(backend, [address])
      throw error
    }
  }
  throw new AppError('conflict', 'The server took no name for the image.')
}

/**
 * Removes stored images that no record shows: of these addresses, or of everything that was left behind for a day.
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
