import type { AnnouncedLead, Connection, EventData, Input, Output, UpdateState } from './contract.ts'

/** The session, or data for offline use. */
export type StorageArea = 'session' | 'offline'

/** The page's `window.giftwell`: one method for each call and event of the contract. */
export interface Bridge {
  readConnection(): Promise<Output<'connection:read'>>
  checkConnection(address: string): Promise<Output<'connection:check'>>
  saveConnection(connection: Connection): Promise<void>
  isStorageLasting(): Promise<boolean>
  getStored(area: StorageArea, key: string): Promise<string | null>
  setStored(area: StorageArea, key: string, value: string): Promise<void>
  removeStored(area: StorageArea, key: string): Promise<void>
  storedKeys(area: StorageArea): Promise<readonly string[]>
  /** Clears an area, including texts that can no longer be decrypted. */
  clearStored(area: StorageArea): Promise<void>
  ask(question: string, action: string): Promise<boolean>
  pickImages(what: Input<'images:pick'>['what']): Promise<Output<'images:pick'>>
  /** Reads files and folders dropped onto the page; skips those that are not on a disk. */
  readDropped(files: readonly File[]): Promise<Output<'images:pick'>>
  saveFile(name: string, bytes: Uint8Array): Promise<'saved' | 'cancelled'>
  announceLeads(leads: readonly AnnouncedLead[]): Promise<void>
  leadsSeen(): Promise<void>
  showUnanswered(count: number): Promise<void>
  readProxy(): Promise<string | null>
  answerProxy(login: Input<'proxy:answer'>): Promise<void>
  /** Whether the app starts at login; null where Electron cannot do that. */
  startsAtLogin(): Promise<boolean | null>
  /** Returns what the system then says. */
  startAtLogin(isOn: boolean): Promise<boolean | null>
  readUpdate(): Promise<UpdateState>
  installUpdate(): Promise<void>
  /** An empty text ends the search; the result is an event. */
  find(text: string, isForward: boolean, isNew: boolean): Promise<void>
  /** All return a function that unsubscribes. */
  onOpenPage(listener: (path: string) => void): () => void
  onUpdateChanged(listener: (state: UpdateState) => void): () => void
  onProxyAsks(listener: (proxy: string) => void): () => void
  onFindOpened(listener: () => void): () => void
  onFound(listener: (found: EventData<'find:found'>) => void): () => void
}
