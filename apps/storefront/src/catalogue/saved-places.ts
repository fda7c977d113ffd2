/** A scroll position in the list: the first product in view, wherever it stands when the list is shown again. */
export interface SavedPlace {
  /** The index of the first product in view among the results. */
  readonly product: number
  /** Pixels from the top of the window to the top of its row; negative when the row is cut off. */
  readonly top: number
}

const storageKey = 'giftwell-places'
const mostPlaces = 50
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
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...places]))
  } catch {
    // Storage is full or forbidden: the places last as long as the page.
  }
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
