/** What an anonymous visitor sees of the catalogue (specification, sections 4 and 9). The server holds the first limit too. */
export const preview = {
  /** Results used at most. */
  results: 12,
  /** Of these, the first so many are full cards; the rest are blurred. */
  fullCards: 8,
  /** Locked placeholder cards at most. */
  lockedCards: 6,
  /** How many products the catalogue is marketed with. */
  marketedProducts: 3000,
} as const

/** One place in the anonymous visitor's grid, in reading order. */
export type PreviewItem<Product> =
  | { readonly kind: 'full' | 'blurred'; readonly product: Product }
  | { readonly kind: 'interruption' }
  | { readonly kind: 'locked'; readonly place: number }

/**
 * Lays out the preview: full cards, the interruption after the last of them when more follow, blurred cards, and
 * locked placeholders for what the total promises beyond the preview.
 */
export function arrangePreview<Product>(
  results: readonly Product[],
  total: number,
): readonly PreviewItem<Product>[] {
  const items: PreviewItem<Product>[] = results
    .slice(0, preview.results)
    .map((product, position) => ({ kind: position < preview.fullCards ? 'full' : 'blurred', product }))
  if (items.length > preview.fullCards) items.splice(preview.fullCards, 0, { kind: 'interruption' })
  for (let place = 0; place < lockedCards(total); place += 1) items.push({ kind: 'locked', place })
  return items
}

/** The line above the grid for anonymous visitors; `shown` counts the products on screen. */
export function previewSubtitle(shown: number, total: number): string {
  const viewing = `Viewing ${shown} of ${total} products`
  return total > preview.results ? `${viewing} • Sign in to see all ${total} products` : viewing
}

function lockedCards(total: number): number {
  return Math.max(0, Math.min(preview.lockedCards, total - preview.results))
}
