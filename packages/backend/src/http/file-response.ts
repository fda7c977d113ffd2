import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file that a browser may cache and revalidate. */
interface FileBody {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  read(): Promise<Uint8Array>
}

/** A page's status: 404 if it has nothing to show, 410 if it is gone. */
export type PageStatus = 200 | 404 | 410

/**
 * Answers a GET or HEAD for a file: with the file, with 304 when the client has it, or with the range of bytes that a GET
 * requests, which Safari needs to play videos.
 * @param status another one than 200 for a page that is always sent
 */
export async function fileResponse(
  request: Request,
  file: FileBody,
  status: PageStatus = 200,
): Promise<Response> {
  const headers = new Headers({ ...file.headers, etag: file.etag })
  const isConditional = status === 200 && request.method !== 'POST'
  if (isConditional && matchesEtag(request.headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers })
  headers.set('accept-ranges', 'bytes')
  const range = status === 200 ? requestedRange(request, file) : null
  if (range !== null && range.first > range.last) {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 }
  headers.set('content-length', String(last - first + 1))
  if (range !== null) headers.set('content-range', `bytes ${first}-${last}/${file.size}`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const bytes = Buffer.from(await file.read()).subarray(first, last + 1)
  return new Response(bytes, { status: range === null ? status : 206, headers })
}

/** The single range of a GET, empty if it is beyond the file; null for the full file, also for several ranges. */
function requestedRange({ method, headers }: Request, { etag, size }: FileBody) {
  const condition = headers.get('if-range')
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? []
  if (method !== 'GET' || (condition !== null && condition !== etag)) return null
  if (from === undefined || to === undefined || from + to === '') return null
  if (from === '') return { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  return { first: Number(from), last: Math.min(size - 1, to === '' ? size : Number(to)) }
}

/** The answer to a method other than GET and HEAD. */
export function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
}

function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const known = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}

/** The encodings of compressed responses, the better one first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The best available encoding that the client accepts, by its `accept-encoding`, or null for none. */
export function acceptedEncoding(
  header: string | null,
  available: readonly Encoding[] = encodings,
): Encoding | null {
  const qualities = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    qualities.set(name, quality === undefined ? 1 : Number(quality))
  }
  const accepts = (name: Encoding): boolean => (qualities.get(name) ?? qualities.get('*') ?? 0) > 0
  return encodings.find((name) => available.includes(name) && accepts(name)) ?? null
}

/** Compression effort: `fast` while a client waits, `best` for pages that are sent many times. */
export type Effort = 'fast' | 'best'

const levels: Readonly<Record<Effort, Readonly<Record<Encoding, number>>>> = {
  fast: { br: 4, gzip: 5 },
  best: { br: 11, gzip: 9 },
}

/** Shorter bodies fit into one packet uncompressed. */
const minCompressedBytes = 1024

async function compress(bytes: Uint8Array, encoding: Encoding, effort: Effort): Promise<Buffer<ArrayBuffer>> {
  const level = levels[effort][encoding]
  return encoding === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
    : promisify(gzip)(bytes, { level })
}

/** Sends a body any number of times: 304 to a client that has it, else in an encoding that the client accepts. */
export type SendBody = (
  request: Request,
  headers: Readonly<Record<string, string>>,
  status?: PageStatus,
) => Promise<Response>

/** Prepares a body to be sent; it is compressed when a client first accepts the encoding. */
export function createCompressedBody(bytes: Buffer<ArrayBuffer>, effort: Effort): SendBody {
  const compressed = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  const available = bytes.byteLength < minCompressedBytes ? [] : encodings
  return sendEncoded(bytes, available, async (encoding) => {
    const body = compressed.get(encoding) ?? compress(bytes, encoding, effort)
    compressed.set(encoding, body)
    return body
  })
}

/** Prepares a body whose encodings exist already, or are made on demand. */
export function sendEncoded(
  bytes: Uint8Array,
  available: readonly Encoding[],
  encoded: (encoding: Encoding) => Promise<Uint8Array>,
): SendBody {
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  return async (request, headers, status) => {
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'), available)
    const body = encoding === null ? bytes : await encoded(encoding)
    const etag = `"${digest}${encoding === null ? '' : `-${encoding}`}"`
    const own = encoding === null ? {} : { 'content-encoding': encoding }
    const file = { etag, size: body.byteLength, headers: { ...headers, ...own }, read: async () => body }
    return fileResponse(request, file, status)
  }
}

/** Compresses a JSON response that is long enough when the client accepts it; returns any other unchanged. */
export async function compressJson(response: Response, acceptEncoding: string | null): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || !/[/+]json\b/.test(type) || response.headers.has('content-encoding'))
    return response
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const encoding = acceptedEncoding(acceptEncoding)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (encoding === null || bytes.byteLength < minCompressedBytes) {
    return new Response(bytes, { status: response.status, headers })
  }
  const compressed = await compress(bytes, encoding, 'fast')
  headers.set('content-encoding', encoding)
  headers.set('content-length', String(compressed.byteLength))
  return new Response(compressed, { status: response.status, headers })
}
