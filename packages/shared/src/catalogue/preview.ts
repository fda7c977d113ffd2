/** The anonymous preview of the catalogue (product.md, sections 4 and 9). The server enforces the first limit. */
export const preview = {
  /** Maximum number of results. */
  results: 12,
  /** The number of full cards; the rest are blurred. A catalogue of at most this size is fully visible. */
  fullCards: 8,
  /** Maximum number of locked placeholder cards. */
  lockedCards: 6,
} as const

/** An item of the preview grid. */
export type PreviewItem<Product> =
  | { readonly kind: 'full' | 'blurred'; readonly product: Product }
  | { readonly kind: 'interruption' }
  | { readonly kind: 'locked'; readonly index: number }

/** Arranges the preview: full cards, the interruption if more follow, blurred cards, and locked placeholders for the rest. */
export function arrangePreview<Product>(
  results: readonly Product[],
  total: number,
): readonly PreviewItem<Product>[] {
  const items: PreviewItem<Product>[] = results
    .slice(0, preview.results)
    .map((product, position) => ({ kind: position < preview.fullCards ? 'full' : 'blurred', product }))
  if (items.length > preview.fullCards) items.splice(preview.fullCards, 0, { kind: 'interruption' })
  for (let index = 0; index < lockedCards(total); index += 1) items.push({ kind: 'locked', index })
  return items
}

/** The line above the preview grid; `shown` is the number of displayed products. */
export function previewSubtitle(shown: number, total: number): string {
  const viewing = `Viewing ${shown} of ${total} products`
  return total > preview.results ? `${viewing} • Sign in to see all ${total} products` : viewing
}

function lockedCards(total: number): number {
  return Math.max(0, Math.min(preview.lockedCards, total - preview.results))
}
