import type { AsyncKeyValueStore, LeadNews, Platform, SavedFile } from '../platform/platform.ts'

/** A platform for tests, whose person answers as they are told. */
export interface MemoryPlatform extends Platform {
  /** What the person chooses whenever a picker opens; nothing (which is the beginning) cancels it. */
  answerPicker(files: readonly File[]): void
  /** Whether the person cancels the next files that they are offered. */
  answerSaving(answer: 'saved' | 'cancelled'): void
  /** The files that the person has saved so far. */
  readonly saved: readonly SavedFile[]
  /** The leads that have been announced so far. */
  readonly announced: readonly LeadNews[]
  readonly offlineStorage: AsyncKeyValueStore
  /** Another window changes what is kept under a key. */
  changeElsewhere(key: string): void
}

/** Creates a platform that keeps everything in memory and opens nothing. */
export function createMemoryPlatform(): MemoryPlatform {
  const listeners = new Set<(key: string) => void>()
  const saved: SavedFile[] = []
  const announced: LeadNews[] = []
  let picked: readonly File[] = []
  let savingAnswer: 'saved' | 'cancelled' = 'saved'
  return {
    name: 'web',
    sessionStorage: memoryStore(),
    offlineStorage: memoryStore(),
    siteOrigin: 'http://site.test',
    pickImages: ({ multiple = false }) => Promise.resolve(multiple ? picked : picked.slice(0, 1)),
    readDropped: (files) => Promise.resolve(files),
    announceLeads: (leads) => void announced.push(...leads),
    leadsSeen: () => undefined,
    announced,
    saveFile(file) {
      if (savingAnswer === 'saved') saved.push(file)
      return Promise.resolve(savingAnswer)
    },
    onSessionChangedElsewhere(key, listener) {
      const onChange = (changed: string) => {
        if (changed === key) listener()
      }
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    answerPicker: (files) => void (picked = files),
    answerSaving: (answer) => void (savingAnswer = answer),
    saved,
    changeElsewhere: (key) => listeners.forEach((listener) => listener(key)),
  }
}

function memoryStore(): AsyncKeyValueStore {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => Promise.resolve(kept.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(void kept.set(key, value)),
    removeItem: (key) => Promise.resolve(void kept.delete(key)),
    keys: () => Promise.resolve([...kept.keys()]),
  }
}
