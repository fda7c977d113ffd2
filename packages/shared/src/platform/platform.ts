/** Texts kept by key, wherever the platform keeps them. */
export interface AsyncKeyValueStore {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
  /** Every key that is kept. */
  keys(): Promise<readonly string[]>
}

/** A store of texts that are to be read without a network. */
export interface OfflineStore extends AsyncKeyValueStore {
  /** Whether what is kept is still there after a restart; not where the system offers no encryption. */
  isLasting(): Promise<boolean>
  /** Removes everything that is kept, also what can no longer be read and so has no key. */
  clear(): Promise<void>
}

/** What the system's picker is asked for. */
export interface PickOptions {
  /** Whether several images may be chosen at once; one unless said otherwise. */
  readonly multiple?: boolean
}

/** A file to hand to the person. */
export interface SavedFile {
  /** The name that is offered, with its extension and without folders. */
  readonly name: string
  readonly content: Blob
}

/** A lead as news: enough to say who has asked. */
export interface LeadNews {
  readonly id: string
  readonly name: string
  readonly company: string
}

/** What a browser and a desktop do differently. Chosen once, in each app's composition root. */
export interface Platform {
  /** For display; never to branch on. */
  readonly name: 'web' | 'desktop'
  /** Where the session is kept. */
  readonly sessionStorage: AsyncKeyValueStore
  /**
   * Where the leads that were seen last are kept, encrypted, to be read without a network; null where nothing personal
   * may be kept, as in a browser that anybody may sit at.
   */
  readonly offlineStorage: OfflineStore | null
  /** Where links in e-mails lead back to, without a slash at the end. */
  readonly siteOrigin: string
  /**
   * Opens the system's picker for images; nothing is chosen when it is cancelled. A picker's filter can be got around,
   * so what comes back must still be looked at. Call it while handling a press: browsers open no picker otherwise.
   *
   * @throws with a sentence for people where a platform refuses everything that was chosen
   */
  pickImages(options: PickOptions): Promise<readonly File[]>
  /**
   * Reads the images among files that were dropped; they must still be looked at, too.
   *
   * @throws with a sentence for people where a platform refuses everything that was dropped
   */
  readDropped(files: readonly File[]): Promise<readonly File[]>
  /** Hands a file to the person. A browser that saves without asking answers `saved` at once. */
  saveFile(file: SavedFile): Promise<'saved' | 'cancelled'>
  /** Whether `announceLeads` reaches anybody, so that leads are worth looking for while nobody sees the page. */
  readonly announcesLeads: boolean
  /** Says outside of the window that leads have come in, once for each, where the system has a place for that. */
  announceLeads(leads: readonly LeadNews[]): void
  /** The leads that were announced have been seen. */
  leadsSeen(): void
  /** Calls the listener when another window of the same app changes what is kept under the key; returns the way to stop. */
  onSessionChangedElsewhere(key: string, listener: () => void): () => void
}
