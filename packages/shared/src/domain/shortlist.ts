import { type InquiryLine, maxNoteLength, maxQuantity } from './inquiry.ts'

/** A product of a shared basket, by its id. */
export type ShortlistItem = Omit<InquiryLine, 'name'>

/** Limits of a link that is opened: of its characters, of its content in bytes, and of its products. */
const max = { characters: 100_000, bytes: 500_000, items: 1000 } as const

const format = 'deflate-raw'

/** Writes a basket as the fragment of a link: base64url of compressed JSON. Nothing is stored on a server. */
export async function shortlistFragment(lines: readonly ShortlistItem[]): Promise<string> {
  const items = lines.map(({ id, quantity, note }) => ({
    id,
    ...(quantity !== null && { quantity }),
    ...(note !== '' && { note }),
  }))
  const chunks = await read(streamOf(JSON.stringify({ items })).pipeThrough(new CompressionStream(format)))
  const binary = chunks.flatMap((chunk) => Array.from(chunk, (byte) => String.fromCharCode(byte))).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads what `shortlistFragment` wrote, of which anyone may write another: null for everything that is no basket, or
 * larger than a basket can be. Each product is there once.
 */
export async function readShortlist(fragment: string): Promise<readonly ShortlistItem[] | null> {
  if (fragment.length > max.characters || !/^[\w-]+$/.test(fragment)) return null
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const chunks = await read(streamOf(bytes).pipeThrough(new DecompressionStream(format)), max.bytes)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
    return itemsIn(JSON.parse(text))
  } catch {
    return null
  }
}

function streamOf(content: string | Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** @throws RangeError as soon as the stream is longer than `maxBytes` */
async function read(stream: ReadableStream<Uint8Array>, maxBytes = Infinity): Promise<Uint8Array[]> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new RangeError('The link holds more than a basket')
    }
    chunks.push(value)
  }
}

function itemsIn(content: unknown): readonly ShortlistItem[] | null {
  const list: unknown = Object(content)['items']
  if (!Array.isArray(list) || list.length === 0 || list.length > max.items) return null
  const items = list.map(itemIn)
  const byId = new Map(items.flatMap((item) => (item === null ? [] : [[item.id, item]])))
  return items.includes(null) ? null : [...byId.values()]
}

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function itemIn(value: unknown): ShortlistItem | null {
  const { id, quantity = null, note = '' } = Object(value)
  if (typeof id !== 'string' || !idForm.test(id)) return null
  if (quantity !== null && !(Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity))
    return null
  if (typeof note !== 'string' || note.length > maxNoteLength) return null
  // What no form field can hold, and partly no database.
  return {
    id,
    quantity,
    note: note
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
  }
}
