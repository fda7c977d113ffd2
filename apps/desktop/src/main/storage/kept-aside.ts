import type { KeptTexts } from './kept-texts.ts'

/**
 * Keeps texts in memory beside a disk that cannot be read or written at present. What lies there waits for a run that can
 * read it, but for what is replaced or removed: that must not come back.
 */
export function createKeptAside(memory: KeptTexts, disk: Pick<KeptTexts, 'remove' | 'clear'>): KeptTexts {
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
