import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { belowHeader, putPlaceInAddress, type SavedPlace, savePlace } from './saved-places.ts'

/** Debounce in milliseconds before the address names the place in the list: browsers limit how often it changes. */
const debounceMs = 300

interface PlaceInList {
  /** The key of the history entry. */
  readonly entry: string
  readonly list: RefObject<HTMLElement | null>
  readonly virtualizer: Virtualizer<Window, HTMLElement>
  readonly columns: number
  /** The position when the entry was left, else that in its address; undefined for a new one. */
  readonly saved: SavedPlace | undefined
  /** Whether the product of the saved position is loaded, or cannot be, and the top of the list is measured. */
  readonly isReady: boolean
}

/**
 * Restores the position of a history entry once its product is loaded, and starts at the first results of a new one;
 * saves the position of an entry that is left, and names its first row in the address. Offsets are the virtualizer's, since reading them from the page forces a
 * layout.
 */
export function usePlaceInList(options: PlaceInList): void {
  const { entry, list, virtualizer, columns, saved, isReady } = options
  const isFirst = useRef(true)
  /** Whether the saved position still has to be restored; a user who moves meanwhile stays. */
  const isPending = useRef(saved !== undefined)

  const restore = useEffectEvent(() => {
    if (!isPending.current || saved === undefined) return
    isPending.current = false
    virtualizer.scrollToIndex(Math.floor(saved.product / columns), { align: 'start' })
  })
  const begin = useEffectEvent(() => {
    const top = isFirst.current ? topOf(list.current) : virtualizer.options.scrollMargin
    const offset = isFirst.current ? window.scrollY : (virtualizer.scrollOffset ?? 0)
    const half = (virtualizer.scrollRect?.height ?? window.innerHeight) / 2
    const start = Math.min(offset, Math.max(0, top - half))
    const isSaved = isFirst.current && saved !== undefined
    isFirst.current = false
    if (!isSaved && start !== offset) window.scrollTo({ top: start, behavior: 'instant' })
  })
  const leave = useEffectEvent((left: string) => {
    if (isPending.current) return
    const first = virtualizer.range?.startIndex ?? 0
    const row = virtualizer.getVirtualItems().find(({ index }) => index === first)
    if (row === undefined) return
    savePlace(left, { product: first * columns, top: row.start - (virtualizer.scrollOffset ?? 0) })
  })

  const name = useEffectEvent(() => {
    if (isPending.current) return
    const edge = (virtualizer.scrollOffset ?? 0) + belowHeader
    const first = virtualizer.getVirtualItems().find(({ end }) => end > edge)
    if (first) putPlaceInAddress(entry, first.index * columns)
  })
  useEffect(() => {
    if (virtualizer.isScrolling) return undefined
    const timer = setTimeout(() => name(), debounceMs)
    return () => clearTimeout(timer)
  }, [virtualizer.isScrolling])

  useLayoutEffect(() => {
    begin()
    // While the rows still stand: once they are gone the page is shorter, and the browser scrolls.
    return () => leave(entry)
  }, [entry])

  useLayoutEffect(() => {
    if (isReady) restore()
  }, [isReady])

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const cancelRestore = () => (isPending.current = false)
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      window.addEventListener(type, cancelRestore, { signal, passive: true })
    }
    // A reload does not unmount.
    window.addEventListener('pagehide', () => leave(entry), { signal })
    return () => listening.abort()
  }, [entry])

  useEffect(() => {
    // The browser restores pixels, which other heights of rows would give to other products.
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [])
}

function topOf(list: HTMLElement | null): number {
  return (list?.getBoundingClientRect().top ?? 0) + window.scrollY
}
