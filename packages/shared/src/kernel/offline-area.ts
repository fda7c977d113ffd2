import { z } from 'zod'

import { version } from '../../package.json' with { type: 'json' }

import type { OfflineStore } from '../platform/platform.ts'
import { parseJson } from './parse-json.ts'

/** Serialised access to the offline storage, in which a wipe cancels earlier writes. */
export interface OfflineArea {
  read(key: string): Promise<string | null>
  /** Changes with each wipe. Data fetched in one generation must not be stored in another. */
  generation(): number
  /** Stores a text, unless the area is closed, or was wiped since `generation` returned `since`. */
  set(key: string, value: string, since: number): Promise<void>
  removeKeys(matches: (key: string) => boolean): Promise<void>
  /** Removes everything, including pending writes. */
  wipe(): Promise<void>
  /** Wipes, and stores nothing until `open`, since the app still reads data until the session has ended. */
  close(): Promise<void>
  /** Stores data read from now on: an account is signed in. */
  open(): void
}

const areas = new WeakMap<OfflineStore, OfflineArea>()

/** The area of a storage; the same object for the same storage. */
export function offlineAreaOf(storage: OfflineStore): OfflineArea {
  const area = areas.get(storage) ?? createOfflineArea(storage)
  areas.set(storage, area)
  return area
}

function createOfflineArea(storage: OfflineStore): OfflineArea {
  let generation = 0
  let isClosed = false
  let last = Promise.resolve()

  function enqueue(action: () => Promise<void>): Promise<void> {
    const mine = last.then(action)
    last = mine.catch(() => undefined)
    return mine
  }

  function wipe(): Promise<void> {
    generation += 1
    return enqueue(() => storage.clear())
  }

  return {
    read: (key) => storage.getItem(key),
    generation: () => generation,
    set: (key, value, since) =>
      enqueue(async () => {
        if (!isClosed && since === generation) await storage.setItem(key, value)
      }),
    removeKeys: (matches) =>
      enqueue(async () => {
        for (const key of await storage.keys()) if (matches(key)) await storage.removeItem(key)
      }),
    wipe,
    close() {
      isClosed = true
      return wipe()
    },
    open() {
      // Data read while it was closed is the former account's.
      if (isClosed) generation += 1
      isClosed = false
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

/** The offline cache of one user. */
export interface UserCache {
  readonly area: OfflineArea
  readonly userId: string
}

/** The metadata stored with a user's data. */
export interface StoredAt {
  /** When the data was fetched, as an ISO date. */
  readonly readAt: string
}

/**
 * Stores data for the user under a prefix like `leads:`, unless the area is closed, or was wiped since `generation` returned
 * `since`; removes what other users have under it. The version of the app is stored with it.
 */
export async function storeCached(
  { area, userId }: UserCache,
  prefix: string,
  data: StoredAt,
  since: number,
): Promise<void> {
  const key = prefix + userId
  await area.removeKeys((one) => one.startsWith(prefix) && one !== key)
  await area.set(key, JSON.stringify({ app: version, ...data }), since)
}

/** The user's data under the prefix; null when it is missing, too old or of another version of the app, and then it is removed. */
export async function readCached<Data extends StoredAt>(
  { area, userId }: UserCache,
  prefix: string,
): Promise<Data | null> {
  const key = prefix + userId
  const text = await area.read(key)
  if (text === null) return null
  const { success, data } = stored.safeParse(parseJson(text))
  // The stored data is of this version.
  if (success && isFresh(data.readAt)) return data as unknown as Data
  await area.removeKeys((one) => one === key)
  return null
}

const stored = z.looseObject({ app: z.literal(version), readAt: z.iso.datetime() })

/** Approximate limit for the JSON of a cache. */
const maxCharacters = 4 * 1024 * 1024

/** The first of the records, as many as fit the limit of a cache. */
export function fitting<Cached>(records: readonly Cached[]): readonly Cached[] {
  let characters = 0
  const firstWithout = records.findIndex((one) => {
    characters += JSON.stringify(one).length + 1
    return characters > maxCharacters
  })
  return firstWithout < 0 ? records : records.slice(0, firstWithout)
}
