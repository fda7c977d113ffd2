import type { IncomingMessage, Net } from 'electron'

/** A server's response. */
export interface Answer {
  readonly status: number
  /** The absolute target of a redirect; null for other responses. */
  readonly redirect: string | null
  readonly contentType: string
  readonly text: string
}

/** Options of one request. */
export interface AskOptions {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Limit for a response body. */
const maxBytes = 64 * 1024

/**
 * Requests one address without cookies and without following redirects, over Chromium's network, so with the computer's
 * proxies and certificates. (`net.fetch` can neither stop at a redirect nor name the final address.)
 *
 * @throws {Error} named by Chromium, such as "net::ERR_NAME_NOT_RESOLVED"; "net::ERR_TIMED_OUT" when aborted
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
    // Also emitted after an unfollowed redirect, when the promise is settled.
    request.on('error', reject)
    // Cancel a proxy's password prompt: there is no dialog for it.
    request.on('login', (_authInfo, answer) => answer())
    request.on('close', () => signal.removeEventListener('abort', stop))
    request.end()
  })
}

/** Chromium's network errors by what the user can do about them. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_INTERNET_DISCONNECTED|ERR_NAME_|ERR_DNS_/,
    'No website was found at this address. Check how it is spelled, and that this computer is online.',
  ],
  [
    /ERR_CERT_|ERR_SSL_/,
    'The website offers no safe connection (https). Check the address and this computer’s clock, or ask whoever runs the website.',
  ],
  [/ERR_FILE_TOO_BIG/, 'This is not a Giftwell website. Check the address.'],
  [/TIMED_OUT/, 'The website takes too long to answer. Try again later.'],
]

/** Explains in one sentence why a website did not respond, and what to do. */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const found = reasons.find(([name]) => name.test(message))
  return found?.[1] ?? 'The website does not answer. Check the address, and try again later.'
}

async function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes > maxBytes) reject(new Error('net::ERR_FILE_TOO_BIG'))
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
