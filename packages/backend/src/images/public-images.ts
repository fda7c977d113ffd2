import { type ImageFiles, imageLifetime, imageTypeOf, productImages } from './image-files.ts'
import { storedFilePolicy } from '../http/security-headers.ts'
import { fileResponse, methodNotAllowed } from '../http/file-response.ts'

export const publicImagesPath = `/storage/v1/object/public/${productImages}/`

/**
 * Serves an image of the public bucket from the disk, without the database. Browsers cache images for ever, since names
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
