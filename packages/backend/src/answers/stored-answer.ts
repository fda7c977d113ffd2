import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { compress } from '../http/compressed-json.ts'
import { acceptedEncoding, type Encoding, encodings } from '../http/content-encoding.ts'
import { allowAnyOrigin } from '../http/cors.ts'
import { hasAlready } from '../http/file-answer.ts'
import { shapingHeaders } from './asked-question.ts'
import type { Sized } from './kept-answers.ts'

/** How a client takes answers, and which it has. */
export interface AnswerAsked {
  readonly acceptEncoding: string | null
  readonly ifNoneMatch: string | null
}

/** What goes to one client: the answer in the best way that it takes, or 304 when it has that already. */
export interface GivenAnswer {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | null
}

/** An answer that can be given any number of times. */
export interface StoredAnswer extends Sized {
  readonly text: string
  /** Null as long as the answer was never compressed in the way that this client takes. */
  giveAtOnce(asked: AnswerAsked): GivenAnswer | null
  give(asked: AnswerAsked): Promise<GivenAnswer>
}

/** Shorter answers fit into one packet as they are. */
const worthCompressing = 1024

/**
 * Up to here gzip makes an answer as short as brotli does that is made while somebody waits, in half the time: less than
 * it costs to hand it to another thread.
 */
const shortForGzip = 64 * 1024

// The same address has other answers for other people.
const vary = ['accept-encoding', 'apikey', 'authorization', ...shapingHeaders].join(', ')

/** An answer of the API as it was made. */
export interface ReadAnswer {
  readonly bytes: Buffer<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Reads an answer whole. */
export async function readAnswer(response: Response): Promise<ReadAnswer> {
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: Object.fromEntries(response.headers),
  }
}

interface Ways {
  readonly whole: GivenAnswer
  readonly known: GivenAnswer
}

/**
 * An answer to be given again. Each way of compressing it is gone once, when first asked for.
 * @param cacheControl what browsers and what lies between may do with it: no more than ask every time whether it still holds
 */
export function storeAnswer({ bytes, headers: own }: ReadAnswer, cacheControl: string): StoredAnswer {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const atHand = bytes.byteLength < worthCompressing ? [] : encodings
  const isShort = bytes.byteLength <= shortForGzip
  const quickest = isShort ? atHand.filter((encoding) => encoding === 'gzip') : []
  const common = new Headers({ 'cache-control': cacheControl, vary })
  allowAnyOrigin(common)
  const unchanged = Object.fromEntries(common)
  const headers = { ...own, ...unchanged }

  const waysWith = (encoding: Encoding | null, body: Uint8Array<ArrayBuffer>): Ways => {
    const etag = `"${hash}${encoding === null ? '' : `-${encoding}`}"`
    const way = encoding === null ? {} : { 'content-encoding': encoding }
    const length = { 'content-length': String(body.byteLength) }
    return {
      whole: { status: 200, headers: { ...headers, ...way, ...length, etag }, body },
      known: { status: 304, headers: { ...unchanged, etag }, body: null },
    }
  }
  const ways = new Map<Encoding | null, Ways>([[null, waysWith(null, bytes)]])
  const wayFor = ({ acceptEncoding }: AnswerAsked): Encoding | null => {
    const accepted = acceptEncoding ?? undefined
    return acceptedEncoding(accepted, quickest) ?? acceptedEncoding(accepted, atHand)
  }
  const packed = async (encoding: Encoding) =>
    isShort && encoding === 'gzip' ? gzipSync(bytes) : compress[encoding](bytes)
  const chosen = ({ whole, known }: Ways, { ifNoneMatch }: AnswerAsked): GivenAnswer =>
    hasAlready(ifNoneMatch, whole.headers['etag'] ?? '') ? known : whole

  return {
    // None of its compressed copies is longer than itself.
    size: bytes.byteLength * (1 + atHand.length),
    text: bytes.toString(),
    giveAtOnce(asked) {
      const found = ways.get(wayFor(asked))
      return found === undefined ? null : chosen(found, asked)
    },
    async give(asked) {
      const encoding = wayFor(asked)
      const made =
        ways.get(encoding) ?? waysWith(encoding, encoding === null ? bytes : await packed(encoding))
      ways.set(encoding, made)
      return chosen(made, asked)
    },
  }
}
