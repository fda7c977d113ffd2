import { parseJson } from '../kernel/parse-json.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Backend } from '../kernel/backend.ts'
import { noResponseInTime, uploadTimeoutMs } from '../kernel/with-timeout.ts'
import { abortReason } from './prepare-image.ts'
import { productImagesBucket } from './image-sizes.ts'

/** The progress and the cancellation of an upload. */
export interface SendingOptions {
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
export async function sendImage(
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
    return typeof Object(parseJson(request.responseText)).Key === 'string'
      ? 'stored'
      : new AppError('unexpected', 'The server’s answer could not be read. Please try again.')
  }
  // A proxy's page has neither.
  const { statusCode, message } = Object(parseJson(request.responseText))
  // Storage sends some errors with status 400 and the real status in the body.
  const status = Number(statusCode ?? request.status)
  if (status === 409) return 'name_taken'
  const kind = status === 401 || status === 403 ? 'forbidden' : status < 500 ? 'invalid' : 'unexpected'
  const reason = typeof message === 'string' && message !== '' ? message : undefined
  return new AppError(kind, reason ?? `The server answered with status ${status}.`)
}
