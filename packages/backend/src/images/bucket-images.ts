import { writeFile } from 'node:fs/promises'
import { AwsClient } from 'aws4fetch'
import {
  createImageFiles,
  type ImageFiles,
  ImageExistsError,
  type ImageStatus,
  imageTypeOf,
  productImages,
} from './image-files.ts'

/** A bucket of an S3-compatible service, from `STORAGE_URL`. */
export interface Bucket {
  /** Its address without a slash at the end, such as `https://host/bucket`. */
  readonly endpoint: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/** The bucket did not do what it was asked for. What it says stays in the cause. */
class BucketError extends Error {
  override readonly name = 'BucketError'
  /** SQLSTATE connection_failure: its service is unavailable, as a database can be. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The bucket of the images cannot be used.', { cause })
  }
}

/** A response that takes longer is none. */
const timeoutMs = 20_000
/** Of requests that fail with 429 or 5xx, with growing delays. */
const retries = 2

/** The images of the site as objects of a bucket, below `product-images/`. */
export function createBucketImages({ endpoint, region, key, secret }: Bucket): ImageFiles {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries,
  })
  /** Null when there is no such object. */
  const ask = async (
    method: string,
    name: string,
    { expected = [], ...init }: RequestInit & { expected?: number[] } = {},
  ): Promise<Response | null> => {
    if (imageTypeOf(name) === null) throw new Error('That is no name of an image.')
    const url = `${endpoint}/${productImages}/${name}`
    const response = await client
      .fetch(url, { method, signal: AbortSignal.timeout(timeoutMs), ...init })
      .catch((error: unknown) => {
        throw new BucketError(error)
      })
    if (response.ok || expected.includes(response.status)) return response
    if (response.status === 404 && method !== 'PUT') return null
    throw new BucketError(`${method} was answered with ${response.status}: ${await response.text()}`)
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
    if (found === null) throw new BucketError('The image went away.')
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
      if (added === null) throw new BucketError('The image went away while it was written.')
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
