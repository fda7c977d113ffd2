import { type RefObject, useEffect, useState } from 'react'

/**
 * Pixels from the top of the page to an element, kept current as what is above it grows and shrinks. Read only after
 * the browser has laid the page out by itself: asking at any other time would make it do so once more.
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
