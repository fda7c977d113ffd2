import type { Bridge, StorageArea } from '../../ipc/bridge.ts'
import type { Connection, UpdateState } from '../../ipc/contract.ts'

/** A connection as the main process keeps it. */
export const connection: Connection = {
  supabaseUrl: 'https://backend.example.com',
  supabaseKey: 'publishable',
  siteOrigin: 'https://gifts.example.com',
}

/** A bridge whose other side is told what to say. */
export interface FakeBridge extends Bridge {
  /** The main process asks for a page of the back office. */
  openPage(path: string): void
  /** The update has come to another step. */
  changeUpdate(state: UpdateState): void
}

/** Creates a bridge to a main process that keeps everything in memory; parts of it may be replaced. */
export function createFakeBridge(parts: Partial<Bridge> = {}): FakeBridge {
  const kept: Record<StorageArea, Map<string, string>> = { session: new Map(), offline: new Map() }
  const pageListeners = new Set<(path: string) => void>()
  const updateListeners = new Set<(state: UpdateState) => void>()
  return {
    system: 'linux',
    readConnection: () => Promise.resolve({ connection, isBuiltIn: false }),
    checkConnection: () => Promise.resolve({ found: true, connection }),
    keepConnection: () => Promise.resolve(),
    isStorageLasting: () => Promise.resolve(true),
    getKept: (area, key) => Promise.resolve(kept[area].get(key) ?? null),
    keep: (area, key, value) => Promise.resolve(void kept[area].set(key, value)),
    removeKept: (area, key) => Promise.resolve(void kept[area].delete(key)),
    keptKeys: (area) => Promise.resolve([...kept[area].keys()]),
    clearKept: (area) => Promise.resolve(kept[area].clear()),
    pickImages: () => Promise.resolve({ images: [], refused: [] }),
    readDropped: () => Promise.resolve({ images: [], refused: [] }),
    saveFile: () => Promise.resolve('saved'),
    announceLeads: () => Promise.resolve(),
    leadsSeen: () => Promise.resolve(),
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
    ...parts,
    openPage: (path) => pageListeners.forEach((listener) => listener(path)),
    changeUpdate: (state) => updateListeners.forEach((listener) => listener(state)),
  }
}
