import { imageTypeOf, productImages } from '../images/image-files.ts'
import { contentError } from '../images/refused-content.ts'
import { apiError } from '../http/api-error.ts'

/** `/object/<bucket>/<name>`, and the same behind `upload/sign`; not the library's other ways below `/object`. */
const uploadPath =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:upload|list|sign|info|public)\/|move$|copy$)([^/]+)\/(.+)$/

/** Whether a request to Storage brings an image. */
export function isUpload(path: string, method: string): boolean {
  return (method === 'POST' || method === 'PUT') && uploadPath.test(path)
}

/** Whether a request has the form of one from a browser's form, which the library reads before it knows what is asked. */
export function isForm(request: Request): boolean {
  return /^multipart\//i.test(request.headers.get('content-type') ?? '')
}

/**
 * What Storage refuses before the library sees it, or null. Buckets belong to the migrations: the library empties one
 * for anybody who may see it. And no image is taken under a name that does not say its kind.
 */
export function storageRouteError(path: string, method: string): Response | null {
  // The library's router decodes what is asked here as it is written; no name of ours needs an encoded character.
  if (path.includes('%')) return apiError('storage', 400, 'InvalidKey', 'Invalid key')
  if (/^\/storage\/v1\/bucket(\/|$)/.test(path) && !isRead(method)) {
    return apiError('storage', 403, 'Unauthorized', 'Buckets are made by migrations')
  }
  // A copy may have a name of another kind than its content's, which was looked at under the first name.
  if (/^\/storage\/v1\/object\/(move|copy)$/.test(path)) {
    return apiError('storage', 403, 'Unauthorized', 'An image keeps its name; upload it anew')
  }
  // The library takes these for buckets to put something into.
  if (/^\/storage\/v1\/object\/(info|public|authenticated)(\/|$)/.test(path) && !isRead(method)) {
    return apiError('storage', 404, 'not_found', 'There is nothing to change here')
  }
  if (!isUpload(path, method)) return null
  const [, bucket, name = ''] = uploadPath.exec(path) ?? []
  if (bucket !== productImages) return apiError('storage', 404, 'Bucket not found', 'Bucket not found')
  return imageTypeOf(name) === null ? apiError('storage', 400, 'InvalidKey', 'Invalid key') : null
}

/** Whether a request to list, sign or delete images brings the JSON object that this takes; true of all others. */
export function isUnderstood(path: string, method: string, body: Buffer | null): boolean {
  const takesJson =
    method === 'POST'
      ? /^\/storage\/v1\/object\/(?:list|sign)\//.test(path)
      : method === 'DELETE' && /^\/storage\/v1\/object\/[^/]+\/?$/.test(path)
  if (!takesJson) return true
  try {
    const parsed: unknown = JSON.parse(body?.toString() ?? '')
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** What is refused of an upload by what it holds, or null; of a plain one, as the next function gives it. */
export async function uploadError(upload: Request): Promise<Response | null> {
  const [, , name = ''] = uploadPath.exec(new URL(upload.url).pathname) ?? []
  const bytes = await upload.clone().bytes()
  const refused = contentError(name, upload.headers.get('content-type') ?? '', bytes)
  return refused === null ? null : apiError('storage', refused.status, refused.code, refused.sentence)
}

/**
 * A multipart upload as the plain one that the library understands: browsers send an image as a form whose file has
 * the empty name, which the library does not look for. Other uploads come back as they are, but for parameters of
 * their content type, which the bucket's list of types does not have.
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

/** `image/png` of `Image/PNG; name="x"`. */
function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase() || 'application/octet-stream'
}
