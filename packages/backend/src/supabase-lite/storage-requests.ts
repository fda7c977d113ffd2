import type { App } from '@supabase/lite'

import {
  imageTypeOf,
  productImages,
  ImageExistsError,
  type ImageFiles,
  imageLifetime,
  type ImageStatus,
} from '../images/image-files.ts'
import { contentError } from '../images/image-content.ts'
import { apiError } from '../http/api-errors.ts'
import { jsonObjectIn } from '../http/request-body.ts'
import { isDiskFull } from '../data-folder/data-folder.ts'
import { requestContext } from '../database/request-context.ts'

/** `/object/<bucket>/<name>`, and the same below `upload/sign`; not the library's other routes below `/object`. */
const uploadPath =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:upload|list|sign|info|public)\/|move$|copy$)([^/]+)\/(.+)$/

/** Whether a request to Storage uploads an image. */
export function isUpload(path: string, method: string): boolean {
  return (method === 'POST' || method === 'PUT') && uploadPath.test(path)
}

/** Whether a request is a form. Upstream: parses it before routing, and fails with 500 where no form is expected. */
export function isForm(request: Request): boolean {
  return /^multipart\//i.test(request.headers.get('content-type') ?? '')
}

/**
 * The response to a request that must not reach the library, or null. An image's name must have the extension of its type.
 * Upstream: lets every caller who may see a bucket empty it, and treats other routes as buckets to write to.
 */
export function storageRouteError(path: string, method: string): Response | null {
  // The library's router decodes the path later; no valid name has an encoded character.
  if (path.includes('%')) return apiError('storage', 400, 'InvalidKey', 'Invalid key')
  if (/^\/storage\/v1\/bucket(\/|$)/.test(path) && !isRead(method)) {
    return apiError('storage', 403, 'Unauthorized', 'Buckets are made by migrations')
  }
  // A copy could get the extension of another type than its content.
  if (/^\/storage\/v1\/object\/(move|copy)$/.test(path)) {
    return apiError('storage', 403, 'Unauthorized', 'An image keeps its name; upload it anew')
  }
  // The library treats these as buckets to write to.
  if (/^\/storage\/v1\/object\/(info|public|authenticated)(\/|$)/.test(path) && !isRead(method)) {
    return apiError('storage', 404, 'not_found', 'There is nothing to change here')
  }
  if (!isUpload(path, method)) return null
  const [, bucket, name = ''] = uploadPath.exec(path) ?? []
  if (bucket !== productImages) return apiError('storage', 404, 'Bucket not found', 'Bucket not found')
  return imageTypeOf(name) === null ? apiError('storage', 400, 'InvalidKey', 'Invalid key') : null
}

/** Whether a request to list, sign or delete images has a JSON object as its body. Upstream: fails with 500 otherwise. */
export function hasValidStorageBody(path: string, method: string, body: Buffer | null): boolean {
  const takesJson =
    method === 'POST'
      ? /^\/storage\/v1\/object\/(?:list|sign)\//.test(path)
      : method === 'DELETE' && /^\/storage\/v1\/object\/[^/]+\/?$/.test(path)
  if (!takesJson) return true
  return jsonObjectIn(body) !== null
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** The response to a plain upload with invalid content, or null. */
export async function uploadError(upload: Request): Promise<Response | null> {
  const [, , name = ''] = uploadPath.exec(new URL(upload.url).pathname) ?? []
  const bytes = await upload.clone().bytes()
  const refused = contentError(name, upload.headers.get('content-type') ?? '', bytes)
  return refused === null ? null : apiError('storage', refused.status, refused.code, refused.sentence)
}

/**
 * Converts a multipart upload to a plain one, and removes the parameters of the content type.
 * Upstream: misses the file of a browser's form, whose field has an empty name, and compares the content type with its
 * parameters to the bucket's list.
 * @returns null when the form holds no file
 */
export async function plainUpload(request: Request): Promise<Request | null> {
  const type = request.headers.get('content-type') ?? ''
  const headers = new Headers(request.headers)
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    headers.set('content-type', essence(type))
    return new Request(request, { headers })
  }
  const form = await request.formData().catch(() => null)
  const file = form?.get('') ?? form?.get('file')
  if (!(file instanceof File)) return null
  headers.set('content-type', essence(file.type))
  headers.set('content-length', String(file.size))
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() })
}

/** The columns of Storage's tables that hold an account's id. */
const ownerColumns = new Set(['owner', 'owner_id'])

/**
 * The response without the id of the account that uploaded an image. Upstream: sends full rows, for a public
 * bucket to every caller. Hosted Storage does not send it either.
 */
export async function withoutOwner(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  // No stored file is JSON.
  if (!isJson || response.body === null) return response
  const rows: unknown = await response.json()
  const text = JSON.stringify(rows, (name, value: unknown) => (ownerColumns.has(name) ? undefined : value))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(text, { status: response.status, headers })
}

/** `image/png` of `Image/PNG; name="x"`. */
function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase() || 'application/octet-stream'
}

type StorageAdapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>

/**
 * The storage adapter for the images folder. The extension of an image's name decides its content type.
 * Upstream: no adapter writes atomically, never overwrites, and distinguishes a full disk from an existing image.
 */
export function createDiskStorage(images: ImageFiles): StorageAdapter {
  return {
    driver: images,
    async uploadObject(bucket, name, _version, body) {
      const key = imageIn(bucket, name)
      try {
        return metadataOf(key, await images.add(key, await bytesOf(body)))
      } catch (error) {
        const request = requestContext.getStore()
        if (request !== undefined) {
          if (error instanceof ImageExistsError) request.imageExists = true
          else if (isDiskFull(error)) request.diskIsFull = true
        }
        throw error
      }
    },
    async getObject(bucket, name) {
      const key = imageIn(bucket, name)
      const metadata = await metadataFor(images, key)
      return { httpStatusCode: 200, metadata, body: Buffer.from(await images.read(key)) }
    },
    async headObject(bucket, name) {
      return metadataFor(images, imageIn(bucket, name))
    },
    async deleteObject(bucket, name) {
      await images.remove(imageIn(bucket, name))
    },
    async deleteObjects(bucket, names) {
      await Promise.all(names.map(async (name) => images.remove(imageIn(bucket, name))))
    },
    // The gateway rejects the requests that move or copy an image.
    async copyObject() {
      throw new Error('Images are not copied.')
    },
    // Only used by adapters that resize images elsewhere.
    async privateAssetUrl() {
      throw new Error('Images have no address of their own.')
    },
  }
}

function imageIn(bucket: string, name: string): string {
  if (bucket !== productImages) throw new Error('There is no such bucket on the disk.')
  return name
}

async function metadataFor(images: ImageFiles, name: string): Promise<Metadata> {
  const status = await images.status(name)
  if (status === null) throw new Error('There is no such image.')
  return metadataOf(name, status)
}

function metadataOf(name: string, { size, modified, etag }: ImageStatus): Metadata {
  return {
    cacheControl: `max-age=${imageLifetime}`,
    contentLength: size,
    size,
    lastModified: modified,
    eTag: etag,
    mimetype: imageTypeOf(name) ?? 'application/octet-stream',
  }
}

type UploadBody = Parameters<StorageAdapter['uploadObject']>[3]

async function bytesOf(body: UploadBody): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  // The library's type names two kinds of stream; both yield bytes.
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
