import { createContext, use } from 'react'

/** Asynchronous storage of texts by key. */
export interface AsyncKeyValueStore {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
  keys(): Promise<readonly string[]>
}

/** Storage for offline use. */
export interface OfflineStore extends AsyncKeyValueStore {
  /** Whether texts survive a restart; false where the system has no encryption. */
  isLasting(): Promise<boolean>
  /** Removes everything, including unreadable texts without a key. */
  clear(): Promise<void>
}

/** The labels of a confirmation. */
export interface ConfirmOptions {
  /** The label of the button that agrees, which names the action, such as "Delete". A browser shows its own labels. */
  readonly action: string
}

export interface SavedFile {
  /** The default name, with its extension and without folders. */
  readonly name: string
  readonly content: Blob
}

/** The part of a lead that a notification shows. */
export interface AnnouncedLead {
  readonly id: string
  readonly name: string
  readonly company: string
}

/** The differences between browser and desktop. Chosen in each app's composition root. */
export interface Platform {
  readonly sessionStorage: AsyncKeyValueStore
  /** Encrypted storage for cached leads; null where personal data may not be stored, as in a shared browser. */
  readonly offlineStorage: OfflineStore | null
  /** The origin for links in e-mails, without a trailing slash. */
  readonly siteOrigin: string
  /** Where the settings of the app on this computer are; null in a browser, which has none. */
  readonly settingsPath: string | null
  /**
   * Asks a question that has to be answered first (product.md, sections 2 and 5); true when the user agrees. A browser
   * uses its own confirmation.
   */
  confirm(question: string, options: ConfirmOptions): Promise<boolean>
  /**
   * Opens the system's picker for one image; null when cancelled. Users can bypass its filter, so check the file. Call it in
   * an event handler: browsers require a user activation. Many images are chosen by the page's own file inputs, because
   * the desktop loads picked files into memory.
   *
   * @throws with a user-facing message if the platform rejects the file
   */
  pickImage(): Promise<File | null>
  /** Saves a file. A browser that downloads without a dialog returns `saved` at once. */
  saveFile(file: SavedFile): Promise<'saved' | 'cancelled'>
  /** Whether `announceLeads` has an effect, so that leads are polled for while the page is hidden. */
  readonly announcesLeads: boolean
  /** Shows a system notification for new leads, once for each. */
  announceLeads(leads: readonly AnnouncedLead[]): void
  /** Clears the notifications. */
  leadsSeen(): void
  /** Shows the number of unanswered leads in the badge of the app. */
  showUnanswered(count: number): void
  /** Subscribes to changes of the key by other windows of the app; returns a function that unsubscribes. */
  onSessionChangedElsewhere(key: string, listener: () => void): () => void
}

/** Provides the platform. */
export const PlatformContext = createContext<Platform | null>(null)

/** @throws outside an app */
export function usePlatform(): Platform {
  const platform = use(PlatformContext)
  if (platform === null) throw new Error('Platform context not available')
  return platform
}
