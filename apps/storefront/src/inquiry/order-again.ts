import type { Shade } from '@giftwell/shared/catalogue/product-details.ts'
import { type ColourQuantity, lineHints } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { BasketProduct, BasketStore } from './basket.ts'
import { addLines, maxNoteLength } from './inquiry.ts'

/** A line of an inquiry or of a quotation that was sent. */
export interface PastLine {
  readonly name: string
  readonly quantity: number | null
  readonly note: string | null
  readonly colours: readonly ColourQuantity[] | null
  /** As it is now; null when it has left the catalogue, or the viewer may not see it. */
  readonly product: PastProduct | null
}

type PastProduct = BasketProduct & {
  readonly min_quantity?: number | null
  readonly colours?: readonly { readonly name: string }[]
  /** The chosen colours that have a picture; missing of an earlier server. */
  readonly shades?: readonly Shade[]
}

type OpenLine = PastLine & { readonly product: PastProduct }

/**
 * Puts the ordered products into the basket. Returns sentences on the result, on missing products, and on changes
 * since then (product.md, section 2, Order again).
 */
export function orderAgain(
  store: BasketStore,
  lines: readonly PastLine[],
  isSignedIn: boolean,
): readonly string[] {
  const open = mergedLines(lines.filter((line): line is OpenLine => line.product !== null))
  const gone = lines.filter(({ product }) => product === null).map(({ name }) => name)
  const kept = addLines(
    store,
    open.map((line) => ({ ...line, note: line.note ?? '' })),
  )
  const changes = open.flatMap((line) => {
    const { name, product } = line
    const texts = [
      ...(product.name === name ? [] : [`It is now named ${product.name}.`]),
      ...lineHints(product, line, ''),
    ]
    return texts.length === 0 ? [] : [`${name}: ${texts.join(' ')}`]
  })
  const added = open.length - kept.length
  return [
    ...(added > 0 ? [`${counted(added, 'product')} added to your inquiry basket.`] : []),
    ...(kept.length > 0 ? [`Already in your basket, and unchanged: ${kept.join(', ')}.`] : []),
    ...(gone.length > 0
      ? [
          `No longer in the catalogue${isSignedIn ? '' : ' that you see without an account'}: ${gone.join(', ')}.`,
        ]
      : []),
    ...changes,
  ]
}

/** One line for each product: a quotation has one for each colour, and an inquiry may have grown. */
function mergedLines(lines: readonly OpenLine[]): readonly OpenLine[] {
  const merged = new Map<string, OpenLine>()
  for (const line of lines) {
    const before = merged.get(line.product.id)
    merged.set(line.product.id, before === undefined ? line : mergedLine(before, line))
  }
  return [...merged.values()]
}

function mergedLine(one: OpenLine, other: OpenLine): OpenLine {
  const quantity =
    one.quantity === null && other.quantity === null ? null : (one.quantity ?? 0) + (other.quantity ?? 0)
  const notes = new Set([one.note, other.note].filter(Boolean))
  const counts = new Map<string, number | null>()
  // Beside a line without colours their quantities would not be the sum.
  const areCounted = one.colours !== null && other.colours !== null
  for (const { name, quantity: count } of [...(one.colours ?? []), ...(other.colours ?? [])])
    counts.set(name, areCounted && count !== null ? (counts.get(name) ?? 0) + count : null)
  return {
    ...one,
    quantity,
    note: [...notes].join('; ').slice(0, maxNoteLength) || null,
    colours: counts.size === 0 ? null : Array.from(counts, ([name, count]) => ({ name, quantity: count })),
  }
}
