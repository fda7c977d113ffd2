import { recordOf } from '../kernel/record-of.ts'
import { productImagesBucket, sizeName, newImageName, publicImageAddress } from './image-sizes.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'
import { type PreparedImage, type StoredImage, abortReason } from './prepare-image.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { noResponseInTime, uploadTimeoutMs } from '../kernel/with-timeout.ts'

/** Random names practically never collide; repeated collisions mean a broken server. */
const maxAttempts = 3

/** The name, without its extension, of the image that is prepared from a file: equal files have one. */
export async function contentName(original: Blob): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', await original.arrayBuffer())
  const hex = Array.from(new Uint8Array(sum, 0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return BigInt(`0x${hex.join('')}`).toString()
}

/**
 * Uploads a prepared image with its sizes (product.md, section 7, Image upload). `removeUnusedImages` later
 * removes the files of a failed upload. An image named by its content is not uploaded again.
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
  throw new AppError('conflict', 'The server accepted no name for the image.')
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

/** The progress and the cancellation of an upload. */
interface SendingOptions {
  /** Progress from 0 to 1. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

/** Storage never overwrites an image. */
export type UploadResult = 'stored' | 'name_taken'

const aYear = 31_536_000

/**
 * Uploads one image to Storage. Uses XMLHttpRequest because supabase-js reports no progress.
 *
 * @throws {AppError} with the server's message, or of kind `offline` without a response
 * @throws the signal's reason when aborted
 */
async function sendImage(
  backend: Backend,
  name: string,
  image: Blob,
  { onProgress, signal }: SendingOptions,
): Promise<UploadResult> {
  const { supabaseUrl, supabaseKey } = backend.config
  // Offline, getSession may wait for a token refresh.
  if (!backend.connectivity.isOnline() && !(await backend.connectivity.probe())) throw unreachable()
  const { data } = await (await backend.loadSupabase()).auth.getSession()
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${supabaseUrl}/storage/v1/object/${productImagesBucket}/${name}`)
    request.setRequestHeader('apikey', supabaseKey)
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? supabaseKey}`)
    request.setRequestHeader('content-type', image.type)
    request.setRequestHeader('cache-control', `max-age=${aYear}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total))
    request.addEventListener('load', () => {
      const result = readResult(request)
      if (result instanceof AppError) reject(result)
      else resolve(result)
    })
    request.addEventListener('error', () => {
      reject(unreachable())
    })
    request.timeout = uploadTimeoutMs
    request.addEventListener('timeout', () => reject(new AppError('offline', noResponseInTime)))
    request.addEventListener('abort', () => reject(abortReason(signal)))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(image)
  })
}

function unreachable(): AppError {
  return new AppError('offline', 'The server cannot be reached. Check your connection and try again.')
}

function readResult(request: XMLHttpRequest): UploadResult | AppError {
  if (request.status >= 200 && request.status < 300) {
    // Storage's response contains the stored key; a captive portal's page is no confirmation.
    return typeof recordOf(parseJson(request.responseText))['Key'] === 'string'
      ? 'stored'
      : new AppError('unexpected', 'The server’s answer could not be read. Please try again.')
  }
  // A proxy's page has neither.
  const { statusCode, message } = recordOf(parseJson(request.responseText))
  // Storage sends some errors with status 400 and the real status in the body.
  const status = Number(statusCode ?? request.status)
  if (status === 409) return 'name_taken'
  const kind = status === 401 || status === 403 ? 'forbidden' : status < 500 ? 'invalid' : 'unexpected'
  const reason = typeof message === 'string' && message !== '' ? message : undefined
  return new AppError(kind, reason ?? `The server answered with status ${status}.`)
}
