import type { App } from '@supabase/lite'
import { isDiskFull } from '../data-folder/data-folder.ts'
import { requestContext } from '../database/request-context.ts'
import {
  ImageExistsError,
  type ImageFiles,
  imageLifetime,
  type ImageStatus,
  imageTypeOf,
  productImages,
} from '../images/image-files.ts'

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
