import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels of the narrowest card; `product-grid.module.css` says the same. */
const narrowestCard = 204

/** Pixels between two cards. */
export const gapBetweenCards = 20

/** The columns of cards in an element, updated with its width; null before it is measured. */
export function useColumns(element: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const measure = () => setColumns(columnsIn(measured.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return columns
}

/** Cards side by side in a width in pixels; at least one. */
function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width + gapBetweenCards) / (narrowestCard + gapBetweenCards)))
}
