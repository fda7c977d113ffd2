import { createContext, useEffect, useMemo, useState } from 'react'

import type { Marker } from './mark-words.tsx'

const unmarked: Marker = (text) => text

/** Provides the function that marks the words of a search. */
export const MarkerContext = createContext<Marker>(unmarked)

/** The marker of the words that a search has found, once its chunk is loaded. */
export function useMarker(words: readonly string[] | undefined): Marker {
  const [create, setCreate] = useState<((words: readonly string[]) => Marker) | null>(null)
  const isNeeded = words !== undefined && create === null
  useEffect(() => {
    if (!isNeeded) return
    // Without it the results are as good, if unmarked.
    import('./mark-words.tsx').then(({ markerOf }) => setCreate(() => markerOf)).catch(() => undefined)
  }, [isNeeded])
  return useMemo(() => (words && create ? create(words) : unmarked), [words, create])
}
