import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'

import { keptPlace } from './kept-places.ts'
import { ProductRow } from './product-row.tsx'
import classes from './product-rows.module.css'
import { likelyRowHeight, measureLater } from './row-heights.ts'
import { gapBetweenCards, useColumns } from './use-columns.ts'
import { useListTop } from './use-list-top.ts'
import { usePlaceInList } from './use-place-in-list.ts'

/** Rows kept in the document before and after those on screen. */
const overscan = 2
/** Products left below those in the document at which more are asked for: half a page. */
const nearEnd = 24

interface ProductRowsProps {
  /** The entry of the browser's history that is shown. */
  readonly entry: string
  readonly products: readonly CatalogueProduct[]
  /** How many products there are, loaded or not. */
  readonly total: number
  /** Has more products fetched; returns the way to let it be. */
  readonly onNearEnd: () => (() => void) | undefined
}

/**
 * Every product as a full card, for signed-in visitors. Only the rows on screen and a few around them are in the
 * document, however far one scrolls; whoever returns finds the place where they were.
 */
export function ProductRows(props: ProductRowsProps) {
  const { entry } = props
  const frame = useRef<HTMLDivElement>(null)
  const columns = useColumns(frame)
  const [isAway, setAway] = useState(false)
  const [shown, setShown] = useState({ entry, visit: 0 })
  if (shown.entry !== entry) {
    // Other results take the places of those on screen, unless one is to be somewhere else in the list.
    const isElsewhere = isAway || keptPlace(entry) !== undefined
    setShown({ entry, visit: isElsewhere ? shown.visit + 1 : shown.visit })
  }
  return (
    <div ref={frame}>
      {columns !== null && <Rows key={shown.visit} {...props} columns={columns} onAway={setAway} />}
    </div>
  )
}

interface RowsProps extends ProductRowsProps {
  readonly columns: number
  /** Told whether the first row has left the screen. */
  readonly onAway: (isAway: boolean) => void
}

function Rows({ entry, products, total, onNearEnd, columns, onAway }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [kept] = useState(() => keptPlace(entry))
  const scrollMargin = useListTop(list)
  const rows = useMemo(() => inRows(products, columns), [products, columns])
  // Its answers change without its identity changing, which only a compiler that memoizes by itself must be told.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: likelyRowHeight,
    measureElement: measureLater,
    overscan,
    scrollMargin,
    gap: gapBetweenCards,
    ...(kept && { initialOffset: kept.offset, initialMeasurementsCache: [...kept.rows] }),
  })

  usePlaceInList({ entry, list, virtualizer, kept: kept?.offset })
  const shown = virtualizer.getVirtualItems()
  const isAway = (virtualizer.range?.startIndex ?? 0) > 0
  useEffect(() => onAway(isAway), [isAway, onAway])

  const left = products.length - ((shown.at(-1)?.index ?? 0) + 1) * columns
  const isNearEnd = left <= nearEnd
  useEffect(() => (isNearEnd ? onNearEnd() : undefined), [isNearEnd, onNearEnd])

  return (
    <div
      ref={list}
      role="list"
      aria-label="Products"
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ key, index, start }) => (
        <ProductRow
          key={key}
          index={index}
          products={rows[index] ?? []}
          columns={columns}
          total={total}
          top={start - scrollMargin}
          measure={virtualizer.measureElement}
        />
      ))}
    </div>
  )
}

/** The same rows as long as it is the same products: what has not changed is not rendered again. */
function inRows(products: readonly CatalogueProduct[], columns: number): readonly CatalogueProduct[][] {
  const rows: CatalogueProduct[][] = []
  for (let first = 0; first < products.length; first += columns) {
    rows.push(products.slice(first, first + columns))
  }
  return rows
}
