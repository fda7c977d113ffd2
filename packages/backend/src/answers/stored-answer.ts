import { createHash } from 'node:crypto'
import { compress } from '../http/compressed-json.ts'
import { acceptedEncoding, type Encoding, encodings } from '../http/content-encoding.ts'
import { hasAlready } from '../http/file-answer.ts'
import { shapingHeaders } from './anonymous-question.ts'
import type { Sized } from './kept-answers.ts'

/** An answer that can be given any number of times. */
export interface StoredAnswer extends Sized {
  readonly body: string
  /** The answer in the best way that the client takes, or 304 when it has that already. */
  respond(asked: {
    readonly acceptEncoding: string | null
    readonly ifNoneMatch: string | null
  }): Promise<Response>
}

/** Shorter answers fit into one packet as they are. */
const worthCompressing = 1024

// A browser asks every time whether what it has still holds; the same address has other answers for other people.
const forKeeping = {
  'cache-control': 'no-cache',
  vary: ['accept-encoding', 'apikey', 'authorization', ...shapingHeaders].join(', '),
}

/** Reads an answer of the API, to be given again. Each way of compressing it is gone once, when first asked for. */
export async function storeAnswer(response: Response): Promise<StoredAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = { ...Object.fromEntries(response.headers), ...forKeeping }
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const atHand = bytes.byteLength < worthCompressing ? [] : encodings
  const packed = new Map<Encoding | null, Promise<Uint8Array<ArrayBuffer>>>()

  const inItsWay = async (encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>> => {
    const bodyOf =
      packed.get(encoding) ?? (encoding === null ? Promise.resolve(bytes) : compress[encoding](bytes))
    packed.set(encoding, bodyOf)
    return bodyOf
  }
  return {
    // None of its compressed copies is longer than itself.
    size: bytes.byteLength * (1 + atHand.length),
    body: bytes.toString(),
    async respond({ acceptEncoding, ifNoneMatch }) {
      const encoding = acceptedEncoding(acceptEncoding ?? undefined, atHand)
      const etag = `"${hash}${encoding === null ? '' : `-${encoding}`}"`
      if (hasAlready(ifNoneMatch, etag)) {
        return new Response(null, { status: 304, headers: { ...forKeeping, etag } })
      }
      const body = await inItsWay(encoding)
      const way = encoding === null ? {} : { 'content-encoding': encoding }
      return new Response(body, {
        headers: { ...headers, ...way, etag, 'content-length': String(body.byteLength) },
      })
    },
  }
}
