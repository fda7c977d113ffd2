import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'
import { afterPaint } from '@giftwell/shared/ui/after-paint.ts'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'

import { ProductCard } from './product-card.tsx'
import classes from './product-rows.module.css'

interface ProductRowProps {
  /** The place of the row, from 0. */
  readonly index: number
  /** What stands in it, from left to right; fewer than columns in the last one. */
  readonly products: readonly CatalogueProduct[]
  readonly columns: number
  /** How many products there are, loaded or not. */
  readonly total: number
  /** How wide a picture is shown, as the attribute `sizes` says it. */
  readonly sizes: string
  /** Pixels from the top of the list. */
  readonly top: number
  /** Out of sight, and out of the reach of keyboards and assistive technology, until it is wanted. */
  readonly isHidden: boolean
  readonly measure: (row: HTMLElement | null) => void
}

/**
 * A row of full cards. Each place in it keeps its elements while products come and go in it, so that other results
 * under a filter cost a few texts and pictures and not a page.
 */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { index, products, columns, total, sizes, top, isHidden, measure } = props
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isHidden) return undefined
    measure(row.current)
    return () => measure(null)
  }, [isHidden, measure])
  useEffect(() => {
    if (!isHidden || products.length === 0) return undefined
    // By itself the browser would leave this until the row comes into sight. Being asked, it lays it out.
    return afterPaint(() => row.current?.firstElementChild?.getBoundingClientRect())
  }, [isHidden, products])
  return (
    <div
      ref={row}
      data-index={index}
      role="presentation"
      className={isHidden ? `${classes.row} ${classes.hidden}` : classes.row}
      aria-hidden={isHidden || undefined}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        top,
      }}
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
          <ProductCard product={product} sizes={sizes} isUrgent={index === 0} />
        </div>
      ))}
    </div>
  )
})
