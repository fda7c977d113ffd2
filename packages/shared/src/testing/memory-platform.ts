import type {
  AnnouncedLead,
  AsyncKeyValueStore,
  OfflineStore,
  Platform,
  SavedFile,
} from '../platform/platform.ts'

/** A platform for tests with preset answers of the user. */
export interface MemoryPlatform extends Platform {
  /** What the person chooses whenever a picker opens; null (which is the beginning) cancels it. */
  answerPicker(file: File | null): void
  /** Whether the person cancels the next files that they are offered. */
  answerSaving(answer: 'saved' | 'cancelled'): void
  /** The files that the person has saved so far. */
  readonly saved: readonly SavedFile[]
  /** The leads that have been announced so far. */
  readonly announced: readonly AnnouncedLead[]
  readonly offlineStorage: OfflineStore
  /** How often the leads that were announced have been seen. */
  readonly timesSeen: number
  /** What the badge of the app has shown, the latest last. */
  readonly badges: readonly number[]
  /** Whether the system can encrypt; it can in the beginning. */
  answerLasting(isLasting: boolean): void
  changeElsewhere(key: string): void
}

/** Creates a platform that keeps everything in memory and opens nothing. */
export function createMemoryPlatform(): MemoryPlatform {
  const listeners = new Set<(key: string) => void>()
  const saved: SavedFile[] = []
  const announced: AnnouncedLead[] = []
  const badges: number[] = []
  let timesSeen = 0
  let isLasting = true
  let picked: File | null = null
  let savingAnswer: 'saved' | 'cancelled' = 'saved'
  return {
    sessionStorage: memoryStore(),
    offlineStorage: createOfflineStore(() => isLasting),
    siteOrigin: 'http://site.test',
    settingsPath: null,
    // As in a browser, where tests answer for the user.
    // oxlint-disable-next-line no-alert
    confirm: (question) => Promise.resolve(window.confirm(question)),
    pickImage: () => Promise.resolve(picked),
    announcesLeads: true,
    announceLeads: (leads) => void announced.push(...leads),
    leadsSeen: () => void (timesSeen += 1),
    showUnanswered: (count) => void badges.push(count),
    badges,
    get timesSeen() {
      return timesSeen
    },
    answerLasting: (answer) => void (isLasting = answer),
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
    answerPicker: (file) => void (picked = file),
    answerSaving: (answer) => void (savingAnswer = answer),
    saved,
    changeElsewhere: (key) => listeners.forEach((listener) => listener(key)),
  }
}

function createOfflineStore(isLasting: () => boolean): OfflineStore {
  const stored = new Map<string, string>()
  return {
    ...memoryStore(stored),
    isLasting: () => Promise.resolve(isLasting()),
    clear: () => Promise.resolve(stored.clear()),
  }
}

function memoryStore(stored = new Map<string, string>()): AsyncKeyValueStore {
  return {
    getItem: (key) => Promise.resolve(stored.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(void stored.set(key, value)),
    removeItem: (key) => Promise.resolve(void stored.delete(key)),
    keys: () => Promise.resolve([...stored.keys()]),
  }
}
