import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { memo } from 'react'

import { ProductCard } from './product-card.tsx'
import classes from './product-rows.module.css'

interface ProductRowProps {
  /** The place of the row, from 0. */
  readonly index: number
  /** Its cards from left to right; the last row may have fewer than columns. */
  readonly products: readonly CatalogueProduct[]
  readonly columns: number
  /** How many products there are, loaded or not. */
  readonly total: number
  /** Pixels from the top of the list. */
  readonly top: number
  readonly measure: (row: HTMLElement | null) => void
}

/**
 * A row of full cards. Columns are keyed by position, so that new results update texts and pictures and reuse the
 * elements.
 */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { index, products, columns, total, top, measure } = props
  return (
    <div
      ref={measure}
      data-index={index}
      role="presentation"
      className={classes.row}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, top }}
    >
      {products.map((product, column) => (
        <div
          // The place and not the product: see above.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          role="listitem"
          aria-setsize={total}
          aria-posinset={index * columns + column + 1}
        >
          <ProductCard product={product} isUrgent={index === 0} />
        </div>
      ))}
    </div>
  )
})
