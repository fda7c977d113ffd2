import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'

import { placeInAddress, type SavedPlace, savedPlace } from './saved-places.ts'
import { ProductRow } from './product-row.tsx'
import classes from './product-rows.module.css'
import { likelyRowHeight, measureLater } from './row-heights.ts'
import { useColumns } from './use-columns.ts'
import { useListTop } from './use-list-top.ts'
import { usePlaceInList } from './use-place-in-list.ts'

/** Rows rendered before and after those on screen. */
const overscan = 2
/**
 * Products left below the rendered rows at which the next page is fetched: half a page at first, so that the first view
 * fetches one page, and two pages once the user scrolls.
 */
const nearEnd = { still: 24, scrolling: 96 }
const noProducts: readonly CatalogueProduct[] = []

interface ProductRowsProps {
  /** The key of the history entry. */
  readonly entry: string
  readonly products: readonly CatalogueProduct[]
  /** How many products there are, loaded or not. */
  readonly total: number
  /** Fetches more products; returns a function that cancels it. */
  readonly onNearEnd: () => (() => void) | undefined
  /** Leads to the end of the page. */
  readonly onSkip: () => void
}

/**
 * Every product as a full card, for signed-in visitors. Only the rows on screen and a few around them are in the
 * document. Back and forward restore the scroll position; a reload and a shared link the first row in view.
 */
export function ProductRows(props: ProductRowsProps) {
  const { entry } = props
  const frame = useRef<HTMLDivElement>(null)
  const columns = useColumns(frame)
  const [isAway, setAway] = useState(false)
  const [shown, setShown] = useState({ entry, visit: 0 })
  if (shown.entry !== entry) {
    // New results reuse the rendered rows, unless the scroll position changes with them.
    const isElsewhere = isAway || savedPlace(entry) !== undefined
    setShown({ entry, visit: isElsewhere ? shown.visit + 1 : shown.visit })
  }
  return (
    <div ref={frame}>
      {columns !== null && (
        <Rows key={shown.visit} {...props} columns={columns.count} gap={columns.gap} onAway={setAway} />
      )}
    </div>
  )
}

/** Pixels that the page is likely to be scrolled at a saved position, so that its rows are rendered first. */
function likelyOffset({ product, top }: SavedPlace, columns: number, rowHeight: number): number {
  return Math.max(0, Math.floor(product / columns) * rowHeight - top)
}

interface RowsProps extends ProductRowsProps {
  readonly columns: number
  /** Pixels between two cards. */
  readonly gap: number
  /** Called with whether the first row has left the screen. */
  readonly onAway: (isAway: boolean) => void
}

function Rows(props: RowsProps) {
  const { entry, products, total, onNearEnd, onSkip, columns, gap, onAway } = props
  const list = useRef<HTMLDivElement>(null)
  const { search } = useLocation()
  const [saved] = useState(() => savedPlace(entry) ?? placeInAddress(search, total))
  const isLoaded = saved === undefined || products.length > saved.product || products.length >= total
  // The same for as long as the list is shown: another one would move every row below those that were never rendered.
  const [estimate] = useState(likelyRowHeight)
  const scrollMargin = useListTop(list)
  const results = useMemo(() => ({ rows: inRows(products, columns), total }), [products, columns, total])
  // Rows on screen render new results first, the rows around them with lower priority.
  const deferred = useDeferredValue(results)
  const [, renderNow] = useReducer((times: number) => times + 1, 0)
  const rendered = useRef({ first: 0, last: -1 })
  // Its results change without its identity, which the lint rule of React's compiler cannot know.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: results.rows.length,
    estimateSize: () => estimate,
    measureElement: measureLater,
    overscan,
    scrollMargin,
    gap,
    // A new row is below the screen and renders in a task of its own. A jump to rows that are not rendered, by a key
    // or the scroll bar, renders them before the next frame.
    useFlushSync: false,
    onChange({ range }, isScrolling) {
      const { first, last } = rendered.current
      const isMissing = range !== null && (range.startIndex < first || range.endIndex > last)
      if (isScrolling && isMissing) flushSync(renderNow)
    },
    ...(saved && {
      scrollPaddingStart: saved.top,
      ...(isLoaded && { initialOffset: likelyOffset(saved, columns, estimate + gap) }),
    }),
  })

  // A position is relative to the top of the list, which is measured after the first layout.
  const isReady = isLoaded && scrollMargin > 0
  usePlaceInList({ entry, list, virtualizer, columns, saved, isReady })
  const shown = virtualizer.getVirtualItems()
  const [first = 0, last = -1] = [shown[0]?.index, shown.at(-1)?.index]
  useLayoutEffect(() => {
    rendered.current = { first, last }
  }, [first, last])
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  const isAway = startIndex > 0
  useEffect(() => onAway(isAway), [isAway, onAway])

  const left = products.length - (Math.max(last, 0) + 1) * columns
  const isMore = !isLoaded || left <= (isAway ? nearEnd.scrolling : nearEnd.still)
  useEffect(() => (isMore ? onNearEnd() : undefined), [isMore, onNearEnd])

  return (
    <>
      {isAway && (
        <PlaceInList
          from={startIndex * columns + 1}
          to={Math.min(total, (endIndex + 1) * columns)}
          total={total}
          onSkip={onSkip}
        />
      )}
      <div
        ref={list}
        role="list"
        aria-label="Products"
        className={classes.list}
        data-scrolling={virtualizer.isScrolling || undefined}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {shown.map(({ key, index, start }) => {
          const { rows, total: setSize } = index >= startIndex && index <= endIndex ? results : deferred
          return (
            <ProductRow
              key={key}
              index={index}
              products={rows[index] ?? results.rows[index] ?? noProducts}
              columns={columns}
              total={setSize}
              top={start - scrollMargin}
              measure={virtualizer.measureElement}
            />
          )
        })}
      </div>
    </>
  )
}

/** Products in rows, the last one shorter. */
function inRows(products: readonly CatalogueProduct[], columns: number) {
  return Array.from({ length: Math.ceil(products.length / columns) }, (_, row) =>
    products.slice(row * columns, (row + 1) * columns),
  )
}

interface PlaceInListProps {
  readonly from: number
  readonly to: number
  readonly total: number
  readonly onSkip: () => void
}

/** Which products are on screen, and buttons to the top of the list and to the end of the page. */
function PlaceInList({ from, to, total, onSkip }: PlaceInListProps) {
  return (
    <div className={`${classes.place} no-print`}>
      <button
        type="button"
        onClick={() => {
          window.scrollTo({ top: 0 })
          focusPlace(document.querySelector('main h1'))
        }}
      >
        {from}–{to} of {total} <span aria-hidden>↑</span>
        <span className="visually-hidden">Back to top</span>
      </button>
      <button type="button" aria-label="Skip to the end of the page" onClick={onSkip}>
        <span aria-hidden>↓</span>
      </button>
    </div>
  )
}
