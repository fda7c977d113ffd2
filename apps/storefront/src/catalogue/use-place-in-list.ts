import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { savePlace } from './saved-places.ts'

interface PlaceInList {
  /** The key of the history entry. */
  readonly entry: string
  readonly list: RefObject<HTMLElement | null>
  readonly virtualizer: Virtualizer<Window, HTMLElement>
  /** Pixels scrolled when the entry was left; undefined for a new one. */
  readonly saved: number | undefined
}

/**
 * Restores the scroll position of a history entry, and starts at the first results of a new one; saves the position of
 * an entry that is left. Offsets are the virtualizer's, since reading them from the page forces a layout.
 */
export function usePlaceInList({ entry, list, virtualizer, saved }: PlaceInList): void {
  const isFirst = useRef(true)

  const begin = useEffectEvent(() => {
    const top = isFirst.current ? topOf(list.current) : virtualizer.options.scrollMargin
    const offset = isFirst.current ? window.scrollY : (virtualizer.scrollOffset ?? 0)
    const half = (virtualizer.scrollRect?.height ?? window.innerHeight) / 2
    const start = (isFirst.current ? saved : undefined) ?? Math.min(offset, Math.max(0, top - half))
    isFirst.current = false
    if (start !== offset) window.scrollTo({ top: start, behavior: 'instant' })
  })
  const leave = useEffectEvent((left: string) => {
    savePlace(left, { offset: virtualizer.scrollOffset ?? 0, rows: virtualizer.takeSnapshot() })
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
