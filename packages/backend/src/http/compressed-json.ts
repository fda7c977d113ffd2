import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, encodings } from './content-encoding.ts'

/** Shorter answers fit into one packet as they are. */
const worthCompressing = 1024

/** Compresses within a few milliseconds, as an answer that is made while somebody waits needs it. */
export const compress = {
  br: async (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: async (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 5 }),
}

/** Compresses a JSON answer when it is long enough and the client takes it; gives back every other as it is. */
export async function compressedJson(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || !/[/+]json\b/.test(type) || response.headers.has('content-encoding'))
    return response
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const encoding = acceptedEncoding(acceptEncoding, encodings)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (encoding === null || bytes.byteLength < worthCompressing) {
    return new Response(bytes, { status: response.status, headers })
  }
  const packed = await compress[encoding](bytes)
  headers.set('content-encoding', encoding)
  headers.set('content-length', String(packed.byteLength))
  return new Response(packed, { status: response.status, headers })
}
