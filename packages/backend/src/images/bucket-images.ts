import { writeFile } from 'node:fs/promises'
import { type Bucket, BucketError, createBucketClient } from '../bucket/bucket-client.ts'
import {
  createImageFiles,
  type ImageFiles,
  ImageExistsError,
  type ImageStatus,
  imageTypeOf,
  productImages,
} from './image-files.ts'

/** The images of the site as objects of a bucket, below `product-images/`. */
export function createBucketImages(bucket: Bucket): ImageFiles {
  const client = createBucketClient(bucket)
  /** Null when there is no such object. */
  const ask: typeof client = async (method, name, request) => {
    if (imageTypeOf(name) === null) throw new Error('That is not the name of an image.')
    return client(method, `${productImages}/${name}`, request).catch((error: unknown) => {
      // What its service answered is for the operator.
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
