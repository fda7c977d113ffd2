import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { ColourQuantity } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { sharedBasket, tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { readStream } from '@giftwell/shared/kernel/read-stream.ts'

import {
  type InquiryLine,
  maxBudgetPerGift,
  maxCityLength,
  maxColourLength,
  maxColours,
  maxNoteLength,
  maxQuantity,
} from './inquiry.ts'

/** A colleague's answer to a product. */
export type Answer = 'yes' | 'no'

/** A product of a shared basket, by its id. */
export type ShortlistItem = Omit<InquiryLine, 'name'> & {
  /** The key that opens the product by the link, if the sharer's browser knew it. */
  readonly key?: string
  readonly answer?: Answer | undefined
  /** Beside an answer. */
  readonly comment?: string | undefined
  /** Whether the link had a quantity that none can have, which was put right. */
  readonly isCorrected?: boolean
}

/** The contents of a shared link: a basket, or the answer to one. */
export interface Shortlist {
  readonly items: readonly ShortlistItem[]
  /** Who shares or answers; empty for none. */
  readonly from: string
  /** The sharer's message, or empty. */
  readonly message: string
  /** An ISO date; empty for none. */
  readonly neededBy: string
  readonly deliveryCity: string
  /** In rupees; missing for none. */
  readonly budgetPerGift?: number
  /** Whether the gifts are to carry a logo; missing if not. */
  readonly wantsBranding?: boolean
}

/** Limits of a link that is opened: of its characters, of its content in bytes, and of its products. */
const max = { characters: 100_000, bytes: 500_000, items: 1000 } as const

/** Products whose keys a link carries: the server opens as many. */
export const maxKeys = 50

/** The most characters of a shared link's texts. */
export const maxShared = { from: 100, message: 500, comment: 200 } as const

const format = 'deflate-raw'

/** Writes a basket as the fragment of a link: base64url of compressed JSON. Nothing is stored on a server. */
export async function shortlistFragment(shortlist: Shortlist): Promise<string> {
  const text = new Blob([JSON.stringify(contentOf(shortlist))])
  const bytes = await readStream(text.stream().pipeThrough(new CompressionStream(format)))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The JSON of a link, without empty fields. */
export function contentOf({ items, ...texts }: Shortlist): unknown {
  const filled = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? '') !== ''))
  return {
    items: items.map(({ key, ...item }, index) =>
      filled({ ...item, isCorrected: undefined, key: index < maxKeys ? key : undefined }),
    ),
    ...filled(texts),
  }
}

/**
 * Parses the output of `shortlistFragment`, which anyone may forge: null if it is not a basket or exceeds a
 * basket's limits. Each product appears once, with a quantity that a field can hold.
 */
export async function readShortlist(fragment: string): Promise<Shortlist | null> {
  if (fragment.length > max.characters) return null
  const basket = tokenIn(fragment, sharedBasket)
  // An underscore or a dash at the end may be a messenger's.
  return (await readBasket(basket)) ?? readBasket(basket.replace(/[_-]+$/, ''))
}

async function readBasket(basket: string): Promise<Shortlist | null> {
  try {
    const binary = atob(basket.replaceAll('-', '+').replaceAll('_', '/'))
    const compressed = new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))])
    const content = compressed.stream().pipeThrough(new DecompressionStream(format))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readStream(content, max.bytes))
    return shortlistIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** Reads what `contentOf` gave, as `readShortlist` does. */
export function shortlistIn(content: unknown): Shortlist | null {
  const { items: list, from, message, neededBy, deliveryCity, ...wishes } = recordOf(content)
  if (!Array.isArray(list) || list.length === 0 || list.length > max.items) return null
  const items = list.map(itemIn)
  const byId = new Map(items.flatMap((item) => (item === null ? [] : [[item.id, item]])))
  if (items.includes(null)) return null
  return {
    items: [...byId.values()],
    from: cleanText(from, maxShared.from),
    message: cleanText(message, maxShared.message, true),
    neededBy: isDate(neededBy) ? neededBy : '',
    deliveryCity: cleanText(deliveryCity, maxCityLength),
    ...(isBudget(wishes.budgetPerGift) && { budgetPerGift: wishes.budgetPerGift }),
    ...(wishes.wantsBranding === true && { wantsBranding: true }),
  }
}

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const keyForm = /^[\w-]{22}$/

function itemIn(value: unknown): ShortlistItem | null {
  const { id, quantity: count = null, note = '', key, answer, comment, colours: list } = recordOf(value)
  if (typeof id !== 'string' || !idForm.test(id)) return null
  if (count !== null && typeof count !== 'number') return null
  const colours = coloursIn(list)
  const quantity = sumOf(colours) ?? count
  const right = quantity === null ? null : Math.min(Math.max(Math.round(quantity), 1), maxQuantity)
  if (typeof note !== 'string' || note.length > maxNoteLength) return null
  return {
    id,
    quantity: right,
    ...(right !== quantity && { isCorrected: true }),
    note: cleanText(note, maxNoteLength),
    ...(colours.length > 0 && { colours }),
    ...(typeof key === 'string' && keyForm.test(key) && { key }),
    ...((answer === 'yes' || answer === 'no') && { answer, comment: cleanText(comment, maxShared.comment) }),
  }
}

/** The colours of a line, each once; none where one of them is wrong. */
function coloursIn(value: unknown): readonly ColourQuantity[] {
  if (!Array.isArray(value) || value.length > maxColours) return []
  const colours = value.map((colour) => {
    const { name, quantity = null } = recordOf(colour)
    const isCount = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1
    return {
      name: cleanText(name, maxColourLength),
      quantity: isCount || quantity === null ? quantity : Number.NaN,
    }
  })
  const isRight = colours.every(({ name, quantity }) => name !== '' && !Number.isNaN(quantity))
  const areNamesOnce = new Set(colours.map(({ name }) => name.toLowerCase())).size === colours.length
  return isRight && areNamesOnce && (sumOf(colours) ?? 0) <= maxQuantity ? colours : []
}

/** Null where no colour has a quantity. */
function sumOf(colours: readonly ColourQuantity[]): number | null {
  return colours.reduce<number | null>(
    (sum, { quantity }) => (quantity === null ? sum : (sum ?? 0) + quantity),
    null,
  )
}

/** Drops characters that no form field or database can hold; empty unless it is a text. */
function cleanText(value: unknown, length: number, hasLines = false): string {
  const text = typeof value === 'string' ? value.slice(0, length).toWellFormed() : ''
  return text.replaceAll(hasLines ? /[^\P{Cc}\n]+/gu : /\p{Cc}+/gu, ' ').trim()
}

function isBudget(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxBudgetPerGift
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}
