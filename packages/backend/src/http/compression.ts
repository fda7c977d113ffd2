import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fileResponse } from './file-response.ts'

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
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
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

/** Sends a body any number of times: 304 to a client that has it, and compressed once per encoding. */
export type SendBody = (request: Request, headers: Readonly<Record<string, string>>) => Promise<Response>

/** Prepares a body to be sent; it is compressed when a client first accepts the encoding. */
export function createCompressedBody(bytes: Buffer<ArrayBuffer>, effort: Effort): SendBody {
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  const compressed = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  return async (request, headers) => {
    const isShort = bytes.byteLength < minCompressedBytes
    const encoding = isShort ? null : acceptedEncoding(request.headers.get('accept-encoding'))
    if (encoding !== null && !compressed.has(encoding)) {
      compressed.set(encoding, compress(bytes, encoding, effort))
    }
    const body = (encoding === null ? null : await compressed.get(encoding)) ?? bytes
    return fileResponse(request, {
      etag: `"${digest}${encoding === null ? '' : `-${encoding}`}"`,
      size: body.byteLength,
      headers: { ...headers, ...(encoding === null ? {} : { 'content-encoding': encoding }) },
      read: async () => body,
    })
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
