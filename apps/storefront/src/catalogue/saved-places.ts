import type { VirtualItem } from '@tanstack/react-virtual'

/** A scroll position in the list, and its row heights. */
export interface SavedPlace {
  /** Pixels scrolled from the top of the page. */
  readonly offset: number
  readonly rows: readonly VirtualItem[]
}

const mostPlaces = 50
const places = new Map<string, SavedPlace>()

/** The position saved for a history entry. */
export function savedPlace(entry: string): SavedPlace | undefined {
  return places.get(entry)
}

/** Saves the position of a history entry and evicts the oldest of many. */
export function savePlace(entry: string, place: SavedPlace): void {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
}
