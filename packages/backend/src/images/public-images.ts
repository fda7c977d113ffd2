import { type ImageFiles, imageLifetime, imageTypeOf, productImages } from './image-files.ts'
import { storedFilePolicy } from '../http/security-headers.ts'
import { fileResponse, methodNotAllowed } from '../http/file-response.ts'

/** The path of the bucket's public images. */
export const publicImagesPath = `/storage/v1/object/public/${productImages}/`

/**
 * Serves an image of the public bucket from the disk, without the database. Browsers cache images for ever, since a name is
 * never reused; a policy forbids everything to an image that is opened on its own.
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
      // The desktop app and other sites of the operator show images too.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    },
    read: async () => images.read(name),
  })
}
