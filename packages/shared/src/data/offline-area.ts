import type { OfflineStore } from '../platform/platform.ts'

/** What may be read without a network: kept in turn, and never behind a wipe. */
export interface OfflineArea {
  read(key: string): Promise<string | null>
  /** Counts the wipes: what was read before one must not be kept after it. */
  wipes(): number
  /** Keeps a text, unless there was a wipe since `wipes` gave this number. */
  keep(key: string, value: string, since: number): Promise<void>
  /** Removes the keys that are meant. */
  removeKeys(isMeant: (key: string) => boolean): Promise<void>
  /** Removes everything, also what is just being kept. */
  wipe(): Promise<void>
}

const areas = new WeakMap<OfflineStore, OfflineArea>()

/** The area in a storage, which is the same one for everybody who has that storage. */
export function offlineAreaOf(storage: OfflineStore): OfflineArea {
  const area = areas.get(storage) ?? createOfflineArea(storage)
  areas.set(storage, area)
  return area
}

function createOfflineArea(storage: OfflineStore): OfflineArea {
  let wipes = 0
  let last = Promise.resolve()

  function inTurn(action: () => Promise<void>): Promise<void> {
    const mine = last.then(action)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    read: (key) => storage.getItem(key),
    wipes: () => wipes,
    keep: (key, value, since) =>
      inTurn(async () => {
        if (since === wipes) await storage.setItem(key, value)
      }),
    removeKeys: (isMeant) =>
      inTurn(async () => {
        for (const key of await storage.keys()) if (isMeant(key)) await storage.removeItem(key)
      }),
    wipe() {
      wipes += 1
      return inTurn(() => storage.clear())
    },
  }
}
