import type { VirtualItem } from '@tanstack/react-virtual'

/** Where one was in a list, and how high its rows were. */
export interface KeptPlace {
  /** Pixels scrolled from the top of the page. */
  readonly offset: number
  readonly rows: readonly VirtualItem[]
}

const mostPlaces = 50
const places = new Map<string, KeptPlace>()

/** Where one was in the list of an entry of the browser's history; undefined for a new entry. */
export function keptPlace(entry: string): KeptPlace | undefined {
  return places.get(entry)
}

/** Keeps the place for when one returns to the entry; the oldest of many is forgotten. */
export function keepPlace(entry: string, place: KeptPlace): void {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
}
