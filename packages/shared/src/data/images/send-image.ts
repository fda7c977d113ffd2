import { AppError } from '../app-error.ts'
import type { Backend } from '../backend.ts'
import { longestUpload, noAnswerInTime } from '../time-limit.ts'
import { productImagesBucket } from './stored-image.ts'

/** What happens to an image on its way. */
export interface SendingOptions {
  /** Told how much has been sent, from 0 to 1. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

/** What Storage answered to an image; an image is never written over. */
export type SendingAnswer = 'stored' | 'name taken'

const aYear = 31_536_000

/**
 * Sends one image to Storage under a name. supabase-js cannot say how far an upload is, XMLHttpRequest can.
 *
 * @throws {AppError} with the server's message, or of the kind `offline` when there was no answer
 * @throws the signal's reason once it is aborted
 */
export async function sendImage(
  backend: Backend,
  name: string,
  image: Blob,
  { onProgress, signal }: SendingOptions,
): Promise<SendingAnswer> {
  const { supabaseUrl, supabaseKey } = backend.config
  // Without a network a session may wait for its renewal, and an upload with it.
  if (!backend.connectivity.isOnline() && !(await backend.connectivity.look())) throw unreachable()
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
      const answer = readAnswer(request)
      if (answer instanceof AppError) reject(answer)
      else resolve(answer)
    })
    request.addEventListener('error', () => {
      reject(unreachable())
    })
    request.timeout = longestUpload
    request.addEventListener('timeout', () => reject(new AppError('offline', noAnswerInTime)))
    request.addEventListener('abort', () => reject(abortReason(signal)))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(image)
  })
}

function unreachable(): AppError {
  return new AppError('offline', 'The server cannot be reached. Check your connection and try again.')
}

function readAnswer(request: XMLHttpRequest): SendingAnswer | AppError {
  if (request.status >= 200 && request.status < 300) {
    // A portal's page, say: the record would show an image that is nowhere.
    return isReceipt(request.responseText)
      ? 'stored'
      : new AppError('unexpected', 'The server’s answer could not be read. Please try again.')
  }
  const { statusCode, message } = readRefusal(request.responseText)
  // Storage says some refusals with status 400 and the true one in the body.
  const status = Number(statusCode ?? request.status)
  if (status === 409) return 'name taken'
  const kind = status === 401 || status === 403 ? 'forbidden' : status < 500 ? 'invalid' : 'unexpected'
  return new AppError(kind, message ?? `The server answered with status ${status}.`)
}

/** Storage names what it has stored. */
function isReceipt(text: string): boolean {
  try {
    return typeof Object(JSON.parse(text)).Key === 'string'
  } catch {
    return false
  }
}

interface Refusal {
  readonly statusCode?: unknown
  readonly message?: string
}

function readRefusal(text: string): Refusal {
  try {
    const { statusCode, message } = Object(JSON.parse(text))
    return { statusCode, ...(typeof message === 'string' && message !== '' ? { message } : {}) }
  } catch {
    return {} // a proxy's page in place of Storage's answer
  }
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError')
}
