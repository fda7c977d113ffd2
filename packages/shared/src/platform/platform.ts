/** Texts kept by key, wherever the platform keeps them. */
export interface AsyncKeyValueStore {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
  /** Every key that is kept. */
  keys(): Promise<readonly string[]>
}

/** What a browser and a desktop do differently. Chosen once, in each app's composition root. */
export interface Platform {
  /** For display; never to branch on. */
  readonly name: 'web' | 'desktop'
  /** Where the session is kept. */
  readonly sessionStorage: AsyncKeyValueStore
  /** Where links in e-mails lead back to, without a slash at the end. */
  readonly siteOrigin: string
  /** Calls the listener when another window of the same app changes what is kept under the key; returns the way to stop. */
  onSessionChangedElsewhere(key: string, listener: () => void): () => void
}
