import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding, encodings } from '../http/content-encoding.ts'
import { answerFile } from '../http/file-answer.ts'
import type { PageData, PageSource } from './page-data.ts'

/** A page that is rendered with its data, and again as soon as that has changed. */
export interface ServedPage {
  /** Answers a GET or HEAD; null when the page cannot be rendered for this origin, or not with all of its data. */
  answer(request: Request, data: PageData): Promise<Response | null>
}

/** One rendered document and the answers that it was rendered with. */
interface Rendered {
  readonly html: Uint8Array<ArrayBuffer>
  readonly hash: string
  readonly answers: ReadonlyMap<string, string | null>
  readonly packed: Map<Encoding, Uint8Array<ArrayBuffer>>
}

/** @param render makes the document of the page; throws when it lacks data */
export function createServedPage(render: (source: PageSource) => Promise<string>): ServedPage {
  const rendered = new Map<string, Rendered>()
  const onTheirWay = new Map<string, Promise<Rendered>>()

  async function renderFor(data: PageData): Promise<Rendered> {
    const answers = new Map<string, string | null>()
    const html = Buffer.from(
      await render({
        config: data.config,
        async textFor(asked) {
          const text = await data.textFor(asked)
          answers.set(asked, text)
          return text
        },
      }),
    )
    const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
    return { html, hash, answers, packed: new Map() }
  }

  /** Of several who ask at once, one has it rendered; whoever came after a change does not take what began before it. */
  async function current(data: PageData): Promise<Rendered> {
    const key = JSON.stringify(data.config)
    const others = onTheirWay.get(key)
    const kept = others === undefined ? rendered.get(key) : await others.catch(() => undefined)
    if (kept !== undefined && (await isCurrent(kept, data))) return kept
    const rendering = renderFor(data)
    onTheirWay.set(key, rendering)
    try {
      const fresh = await rendering
      rendered.set(key, fresh)
      return fresh
    } finally {
      if (onTheirWay.get(key) === rendering) onTheirWay.delete(key)
    }
  }

  return {
    async answer(request, data) {
      if (!data.origins.includes(data.config.supabaseUrl)) return null
      let page: Rendered
      try {
        page = await current(data)
      } catch {
        return null // the page asks for its data itself, and says so where that fails
      }
      const encoding = acceptedEncoding(request.headers.get('accept-encoding') ?? undefined, encodings)
      const bytes = encoding === null ? page.html : await packedBy(page, encoding)
      return answerFile(request, {
        etag: `"${page.hash}${encoding === null ? '' : `-${encoding}`}"`,
        size: bytes.byteLength,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          vary: 'accept-encoding',
          ...(encoding === null ? {} : { 'content-encoding': encoding }),
        },
        read: async () => bytes,
      })
    },
  }
}

/** The answers are kept until they change, so this asks nobody as a rule. */
async function isCurrent({ answers }: Rendered, data: PageData): Promise<boolean> {
  const same = await Promise.all(
    [...answers].map(async ([asked, text]) => (await data.textFor(asked)) === text),
  )
  return same.every(Boolean)
}

async function packedBy(page: Rendered, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const packed = page.packed.get(encoding) ?? (await compress[encoding](page.html))
  page.packed.set(encoding, packed)
  return packed
}

/** Harder than answers that are made while somebody waits: a page is given many times, and each byte delays its paint. */
const compress = {
  br: async (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: async (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
}
