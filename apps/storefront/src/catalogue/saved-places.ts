import { placeParameter } from '@giftwell/shared/catalogue/catalogue-filters.ts'

import { writeStored } from '../page/browser-storage.ts'

/** A scroll position in the list: the first product in view, wherever it stands when the list is shown again. */
export interface SavedPlace {
  /** The index of the first product in view among the results. */
  readonly product: number
  /** Pixels from the top of the window to the top of its row; negative when the row is cut off. */
  readonly top: number
}

const storageKey = 'giftwell-places'
const maxPlaces = 50
/** The key that the router gives to the entry that a tab was opened with. */
const firstEntry = 'default'

const places = readPlaces()

/** The position saved for a history entry of this tab. */
export function savedPlace(entry: string): SavedPlace | undefined {
  return places.get(entry)
}

/** Saves the position of a history entry, also for a reload, and evicts the oldest of many. */
export function savePlace(entry: string, place: SavedPlace): void {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
  // Where they cannot be stored, the places last as long as the page.
  writeStored('sessionStorage', storageKey, JSON.stringify([...places]))
}

/** Pixels from the top of the window to the first row that the address names: below the header. */
export const belowHeader = 80

/** The position that an address names; undefined at the top, and when there is no such product. */
export function placeInAddress(search: string, total: number): SavedPlace | undefined {
  const first = Number(new URLSearchParams(search).get(placeParameter))
  if (!Number.isInteger(first) || first <= 1 || first > total) return undefined
  return { product: first - 1, top: belowHeader }
}

/**
 * Names the first product in view, by its index, in the address of a history entry, unless another one is shown. It is
 * for reloads and shared links, and the router need not know.
 */
export function putPlaceInAddress(entry: string, product: number): void {
  const { history, location } = window
  if ((Object(history.state).key ?? firstEntry) !== entry) return
  const search = new URLSearchParams(location.search)
  const wanted = product > 0 ? `${product + 1}` : null
  if (search.get(placeParameter) === wanted) return
  search.delete(placeParameter)
  if (wanted !== null) search.append(placeParameter, wanted)
  const query = search.size > 0 ? `?${search.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + query + location.hash)
}

function readPlaces(): Map<string, SavedPlace> {
  const read = new Map<string, SavedPlace>()
  try {
    // What is not as this code has written it throws, or is left out.
    const stored = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, SavedPlace][]
    for (const [entry, { product, top }] of stored) {
      if (Number.isInteger(product) && Number.isFinite(top)) read.set(entry, { product, top })
    }
    // An address that was typed into the tab has the key of the entry that the tab was opened with.
    const [navigation] = performance.getEntriesByType('navigation')
    if (Object(navigation).type === 'navigate') read.delete(firstEntry)
  } catch {
    read.clear() // forbidden, or not what this code has written
  }
  return read
}
