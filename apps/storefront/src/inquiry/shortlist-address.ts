import { readStream } from '@giftwell/shared/kernel/read-stream.ts'

import {
  type InquiryContent,
  type InquiryLine,
  maxCityLength,
  maxNoteLength,
  maxQuantity,
} from './inquiry.ts'

/** A product of a shared basket, by its id. */
export type ShortlistItem = Omit<InquiryLine, 'name'> & {
  /** Whether the link had a quantity that none can have, which was put right. */
  readonly isCorrected?: boolean
}

/** What a link says for all of its products; each is empty where it says nothing. */
export interface ShortlistFacts extends Pick<InquiryContent, 'neededBy' | 'deliveryCity'> {
  /** The day on which the link was made, as an ISO date. */
  readonly madeOn: string
}

/** A shared basket. */
export interface Shortlist {
  readonly items: readonly ShortlistItem[]
  readonly facts: ShortlistFacts
}

/** Limits of a link that is opened: of its characters, of its content in bytes, and of its products. */
const max = { characters: 100_000, bytes: 500_000, items: 1000 } as const

const format = 'deflate-raw'

/** Writes a basket as the fragment of a link: base64url of compressed JSON. Nothing is stored on a server. */
export async function shortlistFragment({ items: lines, facts }: Shortlist): Promise<string> {
  const items = lines.map(({ id, quantity, note }) => ({
    id,
    ...(quantity !== null && { quantity }),
    ...(note !== '' && { note }),
  }))
  const text = new Blob([JSON.stringify({ items, ...facts })])
  const bytes = await readStream(text.stream().pipeThrough(new CompressionStream(format)))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads what `shortlistFragment` wrote, of which anyone may write another: null for everything that is no basket, or
 * larger than a basket can be. Each product is there once, with a quantity that a field can hold.
 */
export async function readShortlist(fragment: string): Promise<Shortlist | null> {
  if (fragment.length > max.characters || !/^[\w-]+$/.test(fragment)) return null
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'))
    const compressed = new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))])
    const content = compressed.stream().pipeThrough(new DecompressionStream(format))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readStream(content, max.bytes))
    const read: unknown = JSON.parse(text)
    const items = itemsIn(read)
    return items && { items, facts: factsIn(Object(read)) }
  } catch {
    return null
  }
}

function itemsIn(content: unknown): readonly ShortlistItem[] | null {
  const list: unknown = Object(content)['items']
  if (!Array.isArray(list) || list.length === 0 || list.length > max.items) return null
  const items = list.map(itemIn)
  const byId = new Map(items.flatMap((item) => (item === null ? [] : [[item.id, item]])))
  return items.includes(null) ? null : [...byId.values()]
}

/** Links of an older version say none of them. */
function factsIn({ neededBy, deliveryCity, madeOn }: Readonly<Record<string, unknown>>): ShortlistFacts {
  const day = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : ''
  const city = typeof deliveryCity === 'string' ? plainText(deliveryCity).slice(0, maxCityLength) : ''
  return { neededBy: day(neededBy), deliveryCity: city, madeOn: day(madeOn) }
}

/** Without what no form field can hold, and partly no database. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function itemIn(value: unknown): ShortlistItem | null {
  const { id, quantity = null, note = '' } = Object(value)
  if (typeof id !== 'string' || !idForm.test(id)) return null
  if (quantity !== null && typeof quantity !== 'number') return null
  const right = quantity === null ? null : Math.min(Math.max(Math.round(quantity), 1), maxQuantity)
  if (typeof note !== 'string' || note.length > maxNoteLength) return null
  return { id, quantity: right, ...(right !== quantity && { isCorrected: true }), note: plainText(note) }
}
