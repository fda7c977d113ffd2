type StorageName = 'localStorage' | 'sessionStorage'

/** The text under a key; null where there is none, or the browser forbids storage. */
export function readStored(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text. Returns false where storage is full, or the browser forbids it. */
export function writeStored(storage: StorageName, key: string, text: string): boolean {
  try {
    window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}
