import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { keepPlace, keptPlace } from './kept-places.ts'
import { ProductCard } from './product-card.tsx'
import classes from './product-rows.module.css'
import { gapBetweenCards, useColumns } from './use-columns.ts'

/** Rows kept in the document before and after those on screen. */
const overscan = 2
/** Pixels of a row before it has been measured. */
const likelyHeight = 372
/** Rows before the end at which more products are asked for. */
const nearEnd = 5

interface ProductRowsProps {
  /** The entry of the browser's history that is shown; to be mounted anew for every entry. */
  readonly entry: string
  readonly products: readonly CatalogueProduct[]
  /** How many products there are, loaded or not. */
  readonly total: number
  readonly onNearEnd: () => void
}

/**
 * Every product as a full card, for signed-in visitors. Only the rows on screen and a few around them are in the
 * document, however far one scrolls; whoever returns finds the place where they were.
 */
export function ProductRows(props: ProductRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const columns = useColumns(frame)
  return <div ref={frame}>{columns !== null && <Rows {...props} columns={columns} />}</div>
}

function Rows({ entry, products, total, onNearEnd, columns }: ProductRowsProps & { columns: number }) {
  const list = useRef<HTMLDivElement>(null)
  const [kept] = useState(() => keptPlace(entry))
  const [scrollMargin, setScrollMargin] = useState(0)
  const rows = Math.ceil(products.length / columns)
  // Its answers change without its identity changing, which only a compiler that memoizes by itself must be told.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => likelyHeight,
    overscan,
    scrollMargin,
    gap: gapBetweenCards,
    ...(kept && { initialOffset: kept.offset, initialMeasurementsCache: [...kept.rows] }),
  })

  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    setScrollMargin(top)
    const start = Math.min(window.scrollY, Math.max(0, top - window.innerHeight / 2))
    window.scrollTo({ top: kept?.offset ?? start, behavior: 'instant' })
  }, [kept])

  const leave = useEffectEvent(() => {
    keepPlace(entry, { offset: window.scrollY, rows: virtualizer.takeSnapshot() })
  })
  // While the rows still stand: once they are gone the page is shorter, and so is the way scrolled.
  useLayoutEffect(() => () => leave(), [])

  const shown = virtualizer.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= rows - nearEnd) onNearEnd()
  }, [lastShown, rows, onNearEnd])

  return (
    <div
      ref={list}
      role="list"
      aria-label="Products"
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          role="presentation"
          className={classes.row}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${start - scrollMargin}px)`,
          }}
        >
          {products.slice(index * columns, (index + 1) * columns).map((product, column) => (
            <div
              key={product.id}
              role="listitem"
              aria-setsize={total}
              aria-posinset={index * columns + column + 1}
            >
              <ProductCard product={product} isUrgent={index === 0} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
