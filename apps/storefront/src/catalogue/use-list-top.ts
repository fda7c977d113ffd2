import { type RefObject, useEffect, useState } from 'react'

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
