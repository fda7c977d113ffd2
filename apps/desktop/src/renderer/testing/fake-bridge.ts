import type { Bridge, StorageArea } from '../../ipc/create-bridge.ts'
import type { Connection, EventData, UpdateState } from '../../ipc/contract.ts'

export const connection: Connection = {
  supabaseUrl: 'https://backend.example.com',
  supabaseKey: 'publishable',
  siteOrigin: 'https://gifts.example.com',
}

/** A bridge whose events the test triggers. */
export interface FakeBridge extends Bridge {
  openPage(path: string): void
  changeUpdate(state: UpdateState): void
  openFind(): void
  askForProxy(proxy: string): void
  answerFind(found: EventData<'find:found'>): void
}

/** Creates a bridge with in-memory storage; methods can be overridden. */
export function createFakeBridge(parts: Partial<Bridge> = {}): FakeBridge {
  const stored: Record<StorageArea, Map<string, string>> = { session: new Map(), offline: new Map() }
  const pageListeners = new Set<(path: string) => void>()
  const updateListeners = new Set<(state: UpdateState) => void>()
  const proxyListeners = new Set<(proxy: string) => void>()
  const findListeners = new Set<() => void>()
  const foundListeners = new Set<(found: EventData<'find:found'>) => void>()
  return {
    readConnection: () => Promise.resolve({ connection, isBuiltIn: false }),
    checkConnection: () => Promise.resolve({ found: true, connection }),
    saveConnection: () => Promise.resolve(),
    isStorageLasting: () => Promise.resolve(true),
    getStored: (area, key) => Promise.resolve(stored[area].get(key) ?? null),
    setStored: (area, key, value) => Promise.resolve(void stored[area].set(key, value)),
    removeStored: (area, key) => Promise.resolve(void stored[area].delete(key)),
    storedKeys: (area) => Promise.resolve([...stored[area].keys()]),
    clearStored: (area) => Promise.resolve(stored[area].clear()),
    ask: () => Promise.resolve(true),
    pickImage: () => Promise.resolve(null),
    saveFile: () => Promise.resolve('saved'),
    announceLeads: () => Promise.resolve(),
    leadsSeen: () => Promise.resolve(),
    showUnanswered: () => Promise.resolve(),
    startsAtLogin: () => Promise.resolve(false),
    startAtLogin: (isOn) => Promise.resolve(isOn),
    readUpdate: () => Promise.resolve({ step: 'none' }),
    installUpdate: () => Promise.resolve(),
    onOpenPage(listener) {
      pageListeners.add(listener)
      return () => pageListeners.delete(listener)
    },
    onUpdateChanged(listener) {
      updateListeners.add(listener)
      return () => updateListeners.delete(listener)
    },
    readProxy: () => Promise.resolve(null),
    answerProxy: () => Promise.resolve(),
    onProxyAsks(listener) {
      proxyListeners.add(listener)
      return () => proxyListeners.delete(listener)
    },
    find: () => Promise.resolve(),
    onFindOpened(listener) {
      findListeners.add(listener)
      return () => findListeners.delete(listener)
    },
    onFound(listener) {
      foundListeners.add(listener)
      return () => foundListeners.delete(listener)
    },
    ...parts,
    openPage: (path) => pageListeners.forEach((listener) => listener(path)),
    changeUpdate: (state) => updateListeners.forEach((listener) => listener(state)),
    askForProxy: (proxy) => proxyListeners.forEach((listener) => listener(proxy)),
    openFind: () => findListeners.forEach((listener) => listener()),
    answerFind: (found) => foundListeners.forEach((listener) => listener(found)),
  }
}
