import type { OfflineStore } from '../platform/platform.ts'

/** Serialised access to the offline storage, in which a wipe cancels earlier writes. */
export interface OfflineArea {
  read(key: string): Promise<string | null>
  /** The number of wipes so far. Data fetched before a wipe must not be stored after it. */
  wipeCount(): number
  /** Stores a text, unless there was a wipe since `wipeCount` returned `since`. */
  set(key: string, value: string, since: number): Promise<void>
  removeKeys(matches: (key: string) => boolean): Promise<void>
  /** Removes everything, including pending writes. */
  wipe(): Promise<void>
}

const areas = new WeakMap<OfflineStore, OfflineArea>()

/** The area of a storage; the same object for the same storage. */
export function offlineAreaOf(storage: OfflineStore): OfflineArea {
  const area = areas.get(storage) ?? createOfflineArea(storage)
  areas.set(storage, area)
  return area
}

function createOfflineArea(storage: OfflineStore): OfflineArea {
  let wipes = 0
  let last = Promise.resolve()

  function enqueue(action: () => Promise<void>): Promise<void> {
    const mine = last.then(action)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    read: (key) => storage.getItem(key),
    wipeCount: () => wipes,
    set: (key, value, since) =>
      enqueue(async () => {
        if (since === wipes) await storage.setItem(key, value)
      }),
    removeKeys: (matches) =>
      enqueue(async () => {
        for (const key of await storage.keys()) if (matches(key)) await storage.removeItem(key)
      }),
    wipe() {
      wipes += 1
      return enqueue(() => storage.clear())
    },
  }
}

const day = 24 * 60 * 60 * 1000
const maxAge = 14 * day
/** Tolerates a corrected clock or a changed time zone. */
const maxAhead = day

/** Whether data fetched at this ISO date may be used offline: for fourteen days. */
export function isFresh(readAt: string): boolean {
  const age = Date.now() - Date.parse(readAt)
  return age <= maxAge && age >= -maxAhead
}
