import { downloadFile } from './download-file.ts'
import type { AsyncKeyValueStore, Platform } from './platform.ts'

/** The platform of a browser tab. */
export function createWebPlatform(window: Window): Platform {
  return {
    sessionStorage: browserStore(() => window.localStorage),
    offlineStorage: null,
    siteOrigin: window.location.origin,
    settingsPath: null,
    // The browser's own (product.md, section 5), and nothing can draw over it or close it by mistake.
    confirm: (question) => Promise.resolve(window.confirm(question)),
    pickImage: () => pickFromBrowser(window.document),
    saveFile: (file) => Promise.resolve(downloadFile(window.document, file)),
    // The page shows new leads itself; a hidden tab stays quiet.
    announcesLeads: false,
    announceLeads: () => undefined,
    leadsSeen: () => undefined,
    showUnanswered: () => undefined,
    onSessionChangedElsewhere(key, listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** The browser's storage, with a fallback in memory where the browser forbids storage. */
function browserStore(storage: () => Storage): AsyncKeyValueStore {
  const memory = new Map<string, string>()
  function attempt<Result>(action: (store: Storage) => Result, otherwise: () => Result): Promise<Result> {
    try {
      return Promise.resolve(action(storage()))
    } catch {
      return Promise.resolve(otherwise())
    }
  }
  return {
    getItem: (key) =>
      attempt(
        (store) => store.getItem(key) ?? memory.get(key) ?? null,
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (store) => store.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) => {
      memory.delete(key)
      return attempt(
        (store) => store.removeItem(key),
        () => undefined,
      )
    },
    keys: () =>
      attempt(
        (store) => [...new Set([...Object.keys(store), ...memory.keys()])],
        () => [...memory.keys()],
      ),
  }
}

/** Opens the browser's image picker by a temporary file input. */
function pickFromBrowser(document: Document): Promise<File | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.hidden = true
  return new Promise((resolve) => {
    const close = () => {
      input.remove()
      resolve(input.files?.[0] ?? null)
    }
    input.addEventListener('change', close)
    input.addEventListener('cancel', close)
    // Safari requires the input to be in the document.
    document.body.append(input)
    input.click()
  })
}
