import { type RefObject, useLayoutEffect, useState } from 'react'

/** The grid of cards, in pixels; `product-grid.module.css` and `product-rows.module.css` say the same. */
const grids = { phone: { narrowestCard: 148, gap: 12 }, wide: { narrowestCard: 204, gap: 20 } } as const

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
  const { narrowestCard, gap } = window.matchMedia('(max-width: 30em)').matches ? grids.phone : grids.wide
  return { count: Math.max(1, Math.floor((width + gap) / (narrowestCard + gap))), gap }
}
