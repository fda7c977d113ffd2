import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { placeParameter } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'

import { writeStored } from '../page/browser-storage.ts'

/** A scroll position in the list: the first product in view, wherever it stands when the list is mounted again. */
export interface SavedPosition {
  /** The index of the first product in view among the results. */
  readonly product: number
  /** Pixels from the top of the window to the top of its row; negative when the row is cut off. */
  readonly top: number
}

const storageKey = 'giftwell-positions'
const maxPositions = 50
/** The key that the router gives to the entry that a tab was opened with. */
const firstEntry = 'default'

const positions = readPositions()

/** The position saved for a history entry of this tab. */
export function savedPosition(entry: string): SavedPosition | undefined {
  return positions.get(entry)
}

/** Saves the position of a history entry, also for a reload, and evicts the oldest of many. */
export function savePosition(entry: string, position: SavedPosition): void {
  positions.delete(entry)
  positions.set(entry, position)
  const [oldest] = positions.keys()
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest)
  // Where they cannot be stored, the positions last as long as the page.
  writeStored('sessionStorage', storageKey, JSON.stringify([...positions]))
}

/** Pixels from the top of the window to the first row that the address names: below the header. */
export const belowHeader = 80

/** The position that an address names; undefined at the top, and when there is no such product. */
export function positionInAddress(search: string, total: number): SavedPosition | undefined {
  const first = Number(new URLSearchParams(search).get(placeParameter))
  if (!Number.isInteger(first) || first <= 1 || first > total) return undefined
  return { product: first - 1, top: belowHeader }
}

/**
 * Names the first product in view, by its index, in the address of a history entry, unless another one is current. It is
 * for reloads and shared links, and the router need not know.
 */
export function putPositionInAddress(entry: string, product: number): void {
  const { history, location } = window
  if ((recordOf(history.state)['key'] ?? firstEntry) !== entry) return
  const search = new URLSearchParams(location.search)
  const wanted = product > 0 ? `${product + 1}` : null
  if (search.get(placeParameter) === wanted) return
  search.delete(placeParameter)
  if (wanted !== null) search.append(placeParameter, wanted)
  const query = search.size > 0 ? `?${search.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + query + location.hash)
}

function readPositions(): Map<string, SavedPosition> {
  const read = new Map<string, SavedPosition>()
  try {
    // Values in another form throw, or are left out.
    const stored = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, SavedPosition][]
    for (const [entry, { product, top }] of stored) {
      if (Number.isInteger(product) && Number.isFinite(top)) read.set(entry, { product, top })
    }
    // An address that was typed into the tab has the key of the entry that the tab was opened with.
    const [navigation] = performance.getEntriesByType('navigation')
    if (recordOf(navigation)['type'] === 'navigate') read.delete(firstEntry)
  } catch {
    read.clear() // forbidden, or not what this code has written
  }
  return read
}

/** Debounce in milliseconds before the address names the position in the list: browsers limit how often it changes. */
const debounceMs = 300

interface ScrollPosition {
  /** The key of the history entry. */
  readonly entry: string
  readonly list: RefObject<HTMLElement | null>
  readonly virtualizer: Virtualizer<Window, HTMLElement>
  readonly columns: number
  /** The position when the entry was left, else that in its address; undefined for a new one. */
  readonly saved: SavedPosition | undefined
  /** Whether the product of the saved position is loaded, or cannot be, and the top of the list is measured. */
  readonly isReady: boolean
}

/**
 * Restores the position of a history entry once its product is loaded; a new entry starts at the first results. On
 * leaving an entry, saves its position and puts its first row into the address. Offsets are the virtualizer's, since reading them from the page forces a layout.
 */
export function useScrollPosition(options: ScrollPosition): void {
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
  // Read before the commit: within it, reading would force a layout.
  const offsetBefore = useMemo(() => (entry === '' ? 0 : window.scrollY), [entry])
  const leave = useEffectEvent((left: string) => {
    if (isPending.current) return
    const first = virtualizer.range?.startIndex ?? 0
    const row = virtualizer.getVirtualItems().find(({ index }) => index === first)
    if (row === undefined) return
    // The page's own offset: the virtualizer learns of a scroll with the next frame.
    const offset = left === entry ? window.scrollY : offsetBefore
    savePosition(left, { product: first * columns, top: row.start - offset })
  })

  const name = useEffectEvent(() => {
    if (isPending.current) return
    const edge = (virtualizer.scrollOffset ?? 0) + belowHeader
    const first = virtualizer.getVirtualItems().find(({ end }) => end > edge)
    if (first) putPositionInAddress(entry, first.index * columns)
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
