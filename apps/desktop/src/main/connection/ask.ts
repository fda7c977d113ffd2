import type { IncomingMessage, Net } from 'electron'

/** One answer of a server. */
export interface Answer {
  readonly status: number
  /** Where a redirection leads, as a whole address; null when the answer is none. */
  readonly redirect: string | null
  readonly contentType: string
  readonly text: string
}

/** What one question needs. */
export interface AskOptions {
  /** Ends the question, however far it has come. */
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** More than this is no answer to any of our questions. */
const mostBytes = 64 * 1024

/**
 * Asks one address, without cookies and without following anything, through Chromium's own network: its proxies and
 * certificates are those of the rest of the computer. (`net.fetch` can neither stop at a redirection nor say where it
 * ended up.)
 *
 * @throws {Error} named by Chromium, such as "net::ERR_NAME_NOT_RESOLVED"; "net::ERR_TIMED_OUT" when the signal ends it
 */
export async function ask(
  net: Pick<Net, 'request'>,
  address: string,
  { signal, headers = {} }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      url: address,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      headers: { accept: 'application/json', ...headers },
    })
    const stop = () => {
      reject(new Error('net::ERR_TIMED_OUT'))
      request.abort()
    }
    // It may be too late before anything was asked.
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })

    request.on('redirect', (status, _method, redirect) => {
      resolve({ status, redirect, contentType: '', text: '' })
      request.abort()
    })
    request.on('response', (response) => {
      readText(response).then(
        (text) =>
          resolve({ status: response.statusCode, redirect: null, contentType: typeOf(response), text }),
        (error: unknown) => {
          reject(error instanceof Error ? error : new Error('net::ERR_FAILED'))
          request.abort()
        },
      )
    })
    // After a redirection was not followed, this says so, and nobody listens any more.
    request.on('error', reject)
    // A proxy that wants a password: there is nobody to ask here.
    request.on('login', (_authInfo, answer) => answer())
    request.on('close', () => signal.removeEventListener('abort', stop))
    request.end()
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes > mostBytes) reject(new Error('net::ERR_FILE_TOO_BIG'))
      else chunks.push(chunk)
    })
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    response.on('aborted', () => reject(new Error('net::ERR_CONNECTION_CLOSED')))
    response.on('error', () => reject(new Error('net::ERR_CONNECTION_CLOSED')))
  })
}

function typeOf({ headers }: IncomingMessage): string {
  const found = headers['content-type']
  return (Array.isArray(found) ? found[0] : found) ?? ''
}
