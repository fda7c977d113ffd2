import { SpokenError } from '../spoken-error.ts'

/** Texts by key, on the disk or in memory alone. */
export interface KeptTexts {
  /** Null for what was never kept, was removed, or can no longer be read. */
  get(key: string): Promise<string | null>
  /** @throws {SpokenError} when there is no room; what was kept under the key before stays */
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
  /** Removes everything. */
  clear(): Promise<void>
}

/** What is said when more is to be kept than there is room for. */
export function noRoom(): SpokenError {
  return new SpokenError('There is no room left to keep this on this computer.')
}
