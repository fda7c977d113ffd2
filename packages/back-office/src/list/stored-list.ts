import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import {
  fitting,
  readCached,
  type StoredAt,
  storeCached,
  type UserCache,
} from '@giftwell/shared/kernel/offline-area.ts'

/** The newest rows of a list, as of `readAt`, for reading offline. */
export interface StoredRows<R> extends StoredAt {
  /** Whether these are all rows of the server. */
  readonly isWhole: boolean
  /** Newest first. */
  readonly rows: readonly R[]
}

/** A list whose newest rows are stored for reading offline. */
export interface StoredList<R, Beside extends object = object> {
  readonly name: string
  /**
   * Fetches the newest rows and stores them; removes those of other users.
   *
   * @throws AppError when the fetch fails
   */
  store(backend: Backend, cache: UserCache, signal: AbortSignal): Promise<void>
  /** The user's stored rows; null if missing, too old or from another version of the app. */
  read(cache: UserCache): Promise<(StoredRows<R> & Beside) | null>
  /** The text that a search looks at. */
  textOf(row: R): string
}

interface StoredListOptions<R, Beside> {
  /** For example "leads". */
  readonly name: string
  /** Only so many rows are stored, the newest. */
  readonly most: number
  /** Fetches that many of the newest rows, and the data stored with them. */
  readonly fetch: (
    backend: Backend,
    most: number,
    signal: AbortSignal,
  ) => Promise<{ readonly rows: readonly R[] } & Beside>
  readonly textOf: (row: R) => string
}

/** A list whose newest rows are stored for each user. */
export function storedList<R, Beside extends object = object>({
  name,
  most,
  fetch,
  textOf,
}: StoredListOptions<R, Beside>): StoredList<R, Beside> {
  const prefix = `${name}:`
  return {
    name,
    async store(backend, cache, signal) {
      const since = cache.area.generation()
      const readAt = new Date().toISOString()
      const fetched = await fetch(backend, most, signal)
      signal.throwIfAborted()
      const rows = fitting(fetched.rows)
      const isWhole = rows.length === fetched.rows.length && rows.length < most
      await storeCached(cache, prefix, { ...fetched, readAt, isWhole, rows }, since)
    },
    read: (cache) => readCached(cache, prefix),
    textOf,
  }
}

const minute = 60_000
/** Without news stored lists are updated after this time, to keep `readAt` recent. */
const maxAge = 15 * minute

/**
 * Returns a function to call after each poll, which updates the stored rows: at most once a minute after changes,
 * otherwise every 15 minutes, and after a failure at the next poll.
 */
export function createStoreUpdater(update: () => Promise<void>): (hasNews: boolean) => void {
  let updatedAt = Number.NEGATIVE_INFINITY
  let isStale = false
  let isUpdating = false

  async function updateNow() {
    isUpdating = true
    isStale = false
    try {
      await update()
      updatedAt = Date.now()
    } catch {
      isStale = true
    } finally {
      isUpdating = false
    }
  }

  return (hasNews) => {
    isStale ||= hasNews
    if (!isUpdating && Date.now() - updatedAt >= (isStale ? minute : maxAge)) void updateNow()
  }
}
