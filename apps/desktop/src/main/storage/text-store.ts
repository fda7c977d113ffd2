import { DisplayableError } from '../register-calls.ts'

/** Texts by key, on the disk or in memory. */
export interface TextStore {
  /** Null when nothing readable is stored under the key. */
  get(key: string): Promise<string | null>
  /** @throws {DisplayableError} when there is no room; the former value stays */
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
  clear(): Promise<void>
}

/** The error of a store that is full. */
export function noRoom(): DisplayableError {
  return new DisplayableError('There is no room left to keep this on this computer.')
}

/** Stores texts until the app quits, up to a total number of characters. */
export function createMemoryStore(maxCharacters: number): TextStore {
  const texts = new Map<string, string>()
  return {
    get: async (key) => texts.get(key) ?? null,
    set: async (key, value) => {
      const others = [...texts].reduce((sum, [other, text]) => sum + (other === key ? 0 : text.length), 0)
      if (others + value.length > maxCharacters) throw noRoom()
      texts.set(key, value)
    },
    remove: async (key) => void texts.delete(key),
    keys: async () => [...texts.keys()],
    clear: async () => texts.clear(),
  }
}

/**
 * Stores texts in memory while the disk cannot be decrypted. Files on the disk stay for a later run, except those that
 * this run replaces or removes.
 */
export function createFallbackStore(memory: TextStore, disk: Pick<TextStore, 'remove' | 'clear'>): TextStore {
  return {
    get: memory.get,
    keys: memory.keys,
    set: async (key, value) => {
      await memory.set(key, value)
      await disk.remove(key)
    },
    remove: async (key) => {
      await memory.remove(key)
      await disk.remove(key)
    },
    clear: async () => {
      await memory.clear()
      await disk.clear()
    },
  }
}
