import { startTransition, useEffect, useState } from 'react'

import type { Results } from './results-in.ts'

/** One of the two. */
export type Sheet = 0 | 1

/** The list twice: the results that are shown, and out of sight those that may be shown next. */
export interface Sheets {
  readonly front: Sheet
  readonly on: readonly [Results | null, Results | null]
}

/** Calls back with results that somebody seems about to ask for; returns the way to hear of no more. */
export type WatchAhead = (onAhead: (results: Results) => void) => () => void

/** Both, in the order in which they stand in the document for good. */
export const bothSheets: readonly Sheet[] = [0, 1]

/**
 * What each of the two sheets holds. Results that are on the one out of sight are shown by showing it, with nothing left
 * to render; others take the places of those that are shown.
 *
 * @param isAway whether one is further down in the list, where nothing is prepared
 */
export function useSheets(shown: Results, watchAhead: WatchAhead, isAway: boolean): Sheets {
  const [sheets, setSheets] = useState<Sheets>({ front: 0, on: [shown, null] })
  const now = withFront(isAway ? withBack(sheets, null) : sheets, shown)
  if (now !== sheets) setSheets(now)

  useEffect(() => {
    if (isAway) return undefined
    return watchAhead((results) => startTransition(() => setSheets((before) => withBack(before, results))))
  }, [watchAhead, isAway])
  return now
}

function withFront(sheets: Sheets, shown: Results): Sheets {
  const { front, on } = sheets
  if (on[front] === shown) return sheets
  const back = behind(front)
  return on[back] === shown ? { front: back, on } : put(sheets, front, shown)
}

function withBack(sheets: Sheets, results: Results | null): Sheets {
  const isThere = results !== null && sheets.on.includes(results)
  const back = behind(sheets.front)
  return isThere || sheets.on[back] === results ? sheets : put(sheets, back, results)
}

function put({ front, on: [first, second] }: Sheets, sheet: Sheet, results: Results | null): Sheets {
  return { front, on: sheet === 0 ? [results, second] : [first, results] }
}

function behind(sheet: Sheet): Sheet {
  return sheet === 0 ? 1 : 0
}
