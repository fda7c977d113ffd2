import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { type Virtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from '../page/router.tsx'
import { ProductCard } from './product-card.tsx'
import classes from './product-rows.module.css'
import { type SavedPosition, positionInAddress, savedPosition, useScrollPosition } from './scroll-position.ts'
import { below } from '@giftwell/shared/ui/breakpoints.ts'

/** Rows rendered before and after those on screen. */
const overscan = 2
/**
 * The next page is fetched when this many products remain below the rendered rows: half a page at first, so the
 * first view fetches one page, and two pages once the user scrolls.
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
  const [current, setCurrent] = useState({ entry, visit: 0 })
  if (current.entry !== entry) {
    // New results reuse the rendered rows, unless the scroll position changes with them.
    const isElsewhere = isAway || savedPosition(entry) !== undefined
    setCurrent({ entry, visit: isElsewhere ? current.visit + 1 : current.visit })
  }
  return (
    <div ref={frame}>
      {columns !== null && (
        <Rows key={current.visit} {...props} columns={columns.count} gap={columns.gap} onAway={setAway} />
      )}
    </div>
  )
}

/** Pixels that the page is likely to be scrolled at a saved position, so that its rows are rendered first. */
function likelyOffset({ product, top }: SavedPosition, columns: number, rowHeight: number): number {
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
  const [saved] = useState(() => savedPosition(entry) ?? positionInAddress(search, total))
  const isLoaded = saved === undefined || products.length > saved.product || products.length >= total
  // The same for as long as the list is mounted: another one would move every row below those that were never rendered.
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
  useScrollPosition({ entry, list, virtualizer, columns, saved, isReady })
  const visible = virtualizer.getVirtualItems()
  const [first = 0, last = -1] = [visible[0]?.index, visible.at(-1)?.index]
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
        <PositionInList
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
        {visible.map(({ key, index, start }) => {
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

interface PositionInListProps {
  readonly from: number
  readonly to: number
  readonly total: number
  readonly onSkip: () => void
}

/** Which products are on screen, and buttons to the top of the list and to the end of the page. */
function PositionInList({ from, to, total, onSkip }: PositionInListProps) {
  return (
    <div className={`${classes.position} no-print`}>
      <button
        type="button"
        onClick={() => {
          window.scrollTo({ top: 0 })
          focusElement(document.querySelector('main h1'))
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

interface ProductRowProps {
  /** The index of the row, from 0. */
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
const ProductRow = memo(function ProductRow(props: ProductRowProps) {
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
          // The position and not the product: see above.
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

/** Pixels of a row before any has been measured. */
let likely = 424

/** Pixels that a row is likely to have: as many as the last one that was measured. */
function likelyRowHeight(): number {
  return likely
}

/** The height that a ResizeObserver measured, until then the likely one: measuring a new row would force a layout. */
function measureLater(
  row: HTMLElement,
  measured: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLElement>,
): number {
  const height = measured?.borderBoxSize[0]?.blockSize
  if (height === undefined) {
    const index = virtualizer.indexFromElement(row)
    return virtualizer.itemSizeCache.get(index) ?? virtualizer.options.estimateSize(index)
  }
  likely = Math.round(height)
  return likely
}

/** The grid of cards, in rem and pixels; `catalogue-results.module.css` and `product-rows.module.css` say the same. */
const grids = { phone: { narrowestCard: 9.25, gap: 12 }, wide: { narrowestCard: 12.75, gap: 20 } } as const

/** The columns of cards in an element, and the pixels between them. */
interface Columns {
  readonly count: number
  readonly gap: number
}

/** The columns of cards in an element, updated with its width; null before it is measured. */
function useColumns(element: RefObject<HTMLElement | null>): Columns | null {
  const [columns, setColumns] = useState<Columns | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const measure = () => {
      const now = columnsIn(measured.clientWidth)
      setColumns((before) => (before?.count === now.count && before.gap === now.gap ? before : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return columns
}

/** Cards side by side in a width in pixels; at least one. */
function columnsIn(width: number): Columns {
  const { narrowestCard, gap } = window.matchMedia(below('xxs')).matches ? grids.phone : grids.wide
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { count: Math.max(1, Math.floor((width + gap) / (narrowestCard * rem + gap))), gap }
}

/**
 * Pixels from the top of the page to an element, updated when the page above it changes. A ResizeObserver reads it after
 * layout, so it forces none.
 */
function useListTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (element.current !== null) {
        setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
      }
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
