import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { keepPlace } from './kept-places.ts'

interface PlaceInList {
  /** The entry of the browser's history that is shown. */
  readonly entry: string
  readonly list: RefObject<HTMLElement | null>
  readonly virtualizer: Virtualizer<Window, HTMLElement>
  /** Pixels scrolled when the entry was left; undefined for a new one. */
  readonly kept: number | undefined
}

/**
 * Begins at the place that was kept of an entry, and at the first results of a new one; keeps the place of an entry
 * that is left. What is known of scrolling is taken from the virtualizer: asking the page makes it lay itself out.
 */
export function usePlaceInList({ entry, list, virtualizer, kept }: PlaceInList): void {
  const isFirst = useRef(true)

  const begin = useEffectEvent(() => {
    const top = isFirst.current ? topOf(list.current) : virtualizer.options.scrollMargin
    const offset = isFirst.current ? window.scrollY : (virtualizer.scrollOffset ?? 0)
    const half = (virtualizer.scrollRect?.height ?? window.innerHeight) / 2
    const start = (isFirst.current ? kept : undefined) ?? Math.min(offset, Math.max(0, top - half))
    isFirst.current = false
    if (start !== offset) window.scrollTo({ top: start, behavior: 'instant' })
  })
  const leave = useEffectEvent((left: string) => {
    keepPlace(left, { offset: virtualizer.scrollOffset ?? 0, rows: virtualizer.takeSnapshot() })
  })

  useLayoutEffect(() => {
    begin()
    // While the rows still stand: once they are gone the page is shorter, and so is the way scrolled.
    return () => leave(entry)
  }, [entry])
}

function topOf(list: HTMLElement | null): number {
  return (list?.getBoundingClientRect().top ?? 0) + window.scrollY
}
