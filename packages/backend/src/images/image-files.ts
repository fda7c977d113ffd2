import { hash, randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'

import { cardWidths } from '@giftwell/shared/images/image-sizes.ts'
import { errorCode } from '../process/errors.ts'
import { storedFilePolicy } from '../http/security-headers.ts'
import { fileResponse, methodNotAllowed } from '../http/file-response.ts'
import { type Bucket, BucketError, createBucketClient } from '../bucket/bucket-client.ts'

/** The one bucket (product.md, section 3). */
export const productImages = 'product-images'

const typesByExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

const nameForm = new RegExp(`^\\d+(?:\\.\\d+)?(?:-(?:${cardWidths.join('|')}))?\\.([a-z]{3,4})$`, 'i')

/**
 * The content type of an image by its name, or null for an invalid name. Names are a random number, for a smaller size
 * its width, and the extension of one of the five types.
 */
export function imageTypeOf(name: string): string | null {
  const extension = nameForm.exec(name)?.[1]?.toLowerCase()
  return extension === undefined ? null : (typesByExtension[extension] ?? null)
}

export interface ImageStatus {
  readonly size: number
  readonly modified: Date
  readonly etag: string
}

/** The stored images by the names of their objects: files of the data folder, or objects of a bucket elsewhere. */
export interface ImageFiles {
  /** @throws ImageExistsError when the name exists: names are never reused, because browsers cache images for ever */
  add(name: string, bytes: Uint8Array): Promise<ImageStatus>
  /** Writes an image, over that of an interrupted start. */
  replace(name: string, bytes: Uint8Array): Promise<void>
  remove(name: string): Promise<void>
  /** Null when there is no such image. */
  status(name: string): Promise<ImageStatus | null>
  read(name: string): Promise<Uint8Array>
  /** Copies an image to a new file, without taking space where that is possible; false when there is none. */
  copyTo(name: string, path: string): Promise<boolean>
  /** Removes the files of interrupted writes; call it while the data folder is locked. */
  removeUnfinished(): Promise<void>
}

/** Seconds that a browser may cache an image: names are never reused. */
export const imageLifetime = 31_536_000

/** An image of that name exists. */
export class ImageExistsError extends Error {
  override readonly name = 'ImageExistsError'
}

const unfinishedEnding = '.tmp'

/** @param root the folder that holds a folder for each bucket */
export function createImageFiles(root: string): ImageFiles {
  const folder = join(root, productImages)
  const pathOf = (name: string): string => {
    // Valid names cannot lead out of the folder.
    if (imageTypeOf(name) === null) throw new Error('That is not the name of an image.')
    return join(folder, name)
  }
  const writeUnfinished = async (bytes: Uint8Array, flush: boolean): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, `${randomUUID()}${unfinishedEnding}`)
    try {
      await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush })
    } catch (error) {
      // A partial file takes space on a full disk.
      await rm(unfinished, { force: true })
      throw error
    }
    return unfinished
  }
  const status = async (name: string): Promise<ImageStatus | null> => {
    const found = await stat(pathOf(name)).catch(() => null)
    if (!found?.isFile()) return null
    const etag = hash('sha256', `${name} ${found.size} ${found.mtimeMs}`, 'base64url').slice(0, 22)
    return { size: found.size, modified: found.mtime, etag: `"${etag}"` }
  }
  return {
    status,
    async add(name, bytes) {
      const path = pathOf(name)
      // Flushed, so that an acknowledged image survives a power failure.
      const unfinished = await writeUnfinished(bytes, true)
      try {
        // Unlike a rename, a link never replaces a file.
        await link(unfinished, path)
      } catch (error) {
        if (errorCode(error) === 'EEXIST') {
          throw new ImageExistsError('There is an image of that name.')
        }
        throw error
      } finally {
        await rm(unfinished, { force: true })
      }
      const added = await status(name)
      if (added === null) throw new Error('The image was deleted while it was being written.')
      return added
    },
    async replace(name, bytes) {
      await rename(await writeUnfinished(bytes, false), pathOf(name))
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async removeUnfinished() {
      const names = await readdir(folder).catch(() => [])
      const left = names.filter((name) => name.endsWith(unfinishedEnding))
      await Promise.all(left.map(async (name) => rm(join(folder, name), { force: true })))
    },
    async read(name) {
      return readFile(pathOf(name))
    },
    async copyTo(name, path) {
      return linkFile(pathOf(name), path)
    },
  }
}

/**
 * Links a file, or copies it where the file system has no hard links.
 * @returns false when there is no such file
 */
export async function linkFile(path: string, copy: string): Promise<boolean> {
  try {
    await link(path, copy).catch(async (error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw error
      await copyFile(path, copy, constants.COPYFILE_FICLONE)
    })
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

export const publicImagesPath = `/storage/v1/object/public/${productImages}/`

/**
 * Serves an image of the public bucket without the database. Browsers cache images for ever, since names
 * are never reused; a policy forbids everything to an image that is opened directly.
 */
export async function publicImageResponse(
  images: ImageFiles,
  name: string,
  request: Request,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
  const type = imageTypeOf(name)
  const status = type === null ? null : await images.status(name)
  if (type === null || status === null) {
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  return fileResponse(request, {
    etag: status.etag,
    size: status.size,
    headers: {
      'content-type': type,
      'cache-control': `public, max-age=${imageLifetime}, immutable`,
      'last-modified': status.modified.toUTCString(),
      'content-security-policy': storedFilePolicy,
      // The desktop app and the operator's other sites show images, too.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    },
    read: async () => images.read(name),
  })
}

/** The images of the site as objects of a bucket, below `product-images/`. */
export function createBucketImages(bucket: Bucket): ImageFiles {
  const client = createBucketClient(bucket)
  /** Null when there is no such object. */
  const ask: typeof client = async (method, name, request) => {
    if (imageTypeOf(name) === null) throw new Error('That is not the name of an image.')
    return client(method, `${productImages}/${name}`, request).catch((error: unknown) => {
      // The service's response is for the operator.
      throw new BucketError('The bucket of the images cannot be used.', { cause: error })
    })
  }
  const status = async (name: string): Promise<ImageStatus | null> => {
    const found = await ask('HEAD', name)
    if (found === null) return null
    return {
      size: Number(found.headers.get('content-length')),
      modified: new Date(found.headers.get('last-modified') ?? 0),
      etag: found.headers.get('etag') ?? `"${name}"`,
    }
  }
  const read = async (name: string): Promise<Uint8Array> => {
    const found = await ask('GET', name)
    if (found === null) throw new BucketError('The image was deleted.')
    return found.bytes()
  }
  const put = async (name: string, bytes: Uint8Array, headers: Record<string, string>) =>
    ask('PUT', name, {
      // An array buffer is what RequestInit's type accepts.
      body: new Uint8Array(bytes),
      headers: { 'content-type': imageTypeOf(name) ?? '', ...headers },
      expected: [409, 412],
    })
  return {
    status,
    read,
    async add(name, bytes) {
      const exists = new ImageExistsError('There is an image of that name.')
      // For services that ignore the condition of the write.
      if ((await status(name)) !== null) throw exists
      if ((await put(name, bytes, { 'if-none-match': '*' }))?.ok !== true) throw exists
      const added = await status(name)
      if (added === null) throw new BucketError('The image was deleted while it was being written.')
      return added
    },
    async replace(name, bytes) {
      await put(name, bytes, {})
    },
    async remove(name) {
      await ask('DELETE', name)
    },
    async copyTo(name, path) {
      const found = await ask('GET', name)
      if (found === null) return false
      await writeFile(path, await found.bytes(), { flag: 'wx', mode: 0o600 })
      return true
    },
    // An object is written whole or not at all.
    async removeUnfinished() {},
  }
}

/** The images of a site: in its bucket, or without one in a folder. */
export function openImages(bucket: Bucket | null, folder: string): ImageFiles {
  return bucket === null ? createImageFiles(folder) : createBucketImages(bucket)
}
