import { downloadFile } from './download-file.ts'
import { pickFromBrowser } from './pick-from-browser.ts'
import type { AsyncKeyValueStore, Platform } from './platform.ts'

/** The platform of a browser tab. */
export function createWebPlatform(window: Window): Platform {
  return {
    name: 'web',
    sessionStorage: browserStore(() => window.localStorage),
    offlineStorage: null,
    siteOrigin: window.location.origin,
    pickImages: (options) => pickFromBrowser(window.document, options),
    readDropped: (files) => Promise.resolve(files),
    saveFile: (file) => Promise.resolve(downloadFile(window.document, file)),
    // The page itself says what has arrived; a tab that nobody looks at stays quiet.
    announcesLeads: false,
    announceLeads: () => undefined,
    leadsSeen: () => undefined,
    onSessionChangedElsewhere(key, listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** The browser's storage as a store; where the browser forbids storage, a memory that lasts as long as the page. */
function browserStore(storage: () => Storage): AsyncKeyValueStore {
  const memory = new Map<string, string>()
  function attempt<Result>(action: (kept: Storage) => Result, otherwise: () => Result): Promise<Result> {
    try {
      return Promise.resolve(action(storage()))
    } catch {
      return Promise.resolve(otherwise())
    }
  }
  return {
    getItem: (key) =>
      attempt(
        (kept) => kept.getItem(key) ?? memory.get(key) ?? null,
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (kept) => kept.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) => {
      memory.delete(key)
      return attempt(
        (kept) => kept.removeItem(key),
        () => undefined,
      )
    },
    keys: () =>
      attempt(
        (kept) => [...new Set([...Object.keys(kept), ...memory.keys()])],
        () => [...memory.keys()],
      ),
  }
}
