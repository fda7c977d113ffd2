import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

import { below } from '@giftwell/shared/ui/breakpoints.ts'

/** Pixels of a row before any has been measured. */
let likely = 424

/** Pixels that a row is likely to have: as many as the last one that was measured. */
export function likelyRowHeight(): number {
  return likely
}

/** The height that a ResizeObserver measured, until then the likely one: measuring a new row would force a layout. */
export function measureLater(
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

/** The grid of cards, in rem and pixels; `product-grid.module.css` and `product-rows.module.css` say the same. */
const grids = { phone: { narrowestCard: 9.25, gap: 12 }, wide: { narrowestCard: 12.75, gap: 20 } } as const

/** The columns of cards in an element, and the pixels between them. */
interface Columns {
  readonly count: number
  readonly gap: number
}

/** The columns of cards in an element, updated with its width; null before it is measured. */
export function useColumns(element: RefObject<HTMLElement | null>): Columns | null {
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
export function useListTop(element: RefObject<HTMLElement | null>): number {
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
