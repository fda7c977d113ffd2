import type { AnnouncedLead, Connection, Output, UpdateState } from './contract.ts'

/** Where texts are kept: what belongs to the session, and what is readable without a network. */
export type StorageArea = 'session' | 'offline'

/** What the preload gives the page as `window.giftwell`: one method for each call and event of the contract. */
export interface Bridge {
  /** "darwin", "win32" or "linux": for words and shortcuts alone. */
  readonly system: string
  readConnection(): Promise<Output<'connection:read'>>
  checkConnection(address: string): Promise<Output<'connection:check'>>
  keepConnection(connection: Connection): Promise<void>
  isStorageLasting(): Promise<boolean>
  getKept(area: StorageArea, key: string): Promise<string | null>
  keep(area: StorageArea, key: string, value: string): Promise<void>
  removeKept(area: StorageArea, key: string): Promise<void>
  keptKeys(area: StorageArea): Promise<readonly string[]>
  /** Removes everything that an area holds, what can no longer be read included. */
  clearKept(area: StorageArea): Promise<void>
  pickImages(multiple: boolean): Promise<Output<'images:pick'>>
  /** Files that were dropped onto the page; those that do not come from a disk are passed over. */
  readDropped(files: readonly File[]): Promise<Output<'images:pick'>>
  saveFile(name: string, bytes: Uint8Array): Promise<'saved' | 'cancelled'>
  announceLeads(leads: readonly AnnouncedLead[]): Promise<void>
  leadsSeen(): Promise<void>
  readUpdate(): Promise<UpdateState>
  installUpdate(): Promise<void>
  /** Each returns the way to stop listening. */
  onOpenPage(listener: (path: string) => void): () => void
  onUpdateChanged(listener: (state: UpdateState) => void): () => void
}
