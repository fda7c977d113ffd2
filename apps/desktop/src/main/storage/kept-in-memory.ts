import { type KeptTexts, noRoom } from './kept-texts.ts'

/** Keeps texts for as long as the app runs, up to a number of characters over all. */
export function createKeptInMemory(mostCharacters: number): KeptTexts {
  const kept = new Map<string, string>()
  return {
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => {
      const others = [...kept].reduce((sum, [other, text]) => sum + (other === key ? 0 : text.length), 0)
      if (others + value.length > mostCharacters) throw noRoom()
      kept.set(key, value)
    },
    remove: async (key) => void kept.delete(key),
    keys: async () => [...kept.keys()],
    clear: async () => kept.clear(),
  }
}
