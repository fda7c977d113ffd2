import { join } from 'node:path'

import type { StorageArea } from '../../ipc/create-bridge.ts'
import { type Handlers, maxStoredCharacters } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { DisplayableError } from '../register-calls.ts'
import { canEncrypt, createTextStore, type SystemEncryption } from './text-store.ts'

/** Where the page's storage lives. */
export interface StorageOptions {
  /** The app's own folder (`app.getPath('userData')`); texts are stored in `encrypted/<area>` below it. */
  readonly userData: string
  readonly safeStorage: SystemEncryption
  /** `process.platform`. */
  readonly platform: string
  readonly log: Log
  /** Limit for one area: bytes on the disk, characters in memory. */
  readonly maxPerArea?: number
}

/** Room for eight texts of the maximum size. */
const defaultMaxPerArea = 8 * maxStoredCharacters

/**
 * Stores the session and the cached leads for the page, encrypted by the operating system. Where it has no encryption, or none at present, texts live in memory;
 * the files of earlier runs stay. The keychain is first used on demand.
 */
export function createStorage(options: StorageOptions) {
  const { userData, safeStorage, platform, log, maxPerArea = defaultMaxPerArea } = options
  let probed: Promise<boolean> | undefined
  const isLasting = async () => (probed ??= probe())
  async function probe(): Promise<boolean> {
    const isReal = await canEncrypt(safeStorage, platform)
    if (!isReal) log.warn('The system offers no encryption: nothing is stored on the disk')
    return isReal
  }
  const create = (area: StorageArea) =>
    createTextStore({
      folder: join(userData, 'encrypted', area),
      system: safeStorage,
      isLasting,
      maxSize: maxPerArea,
      log,
    })
  const areas = { session: create('session'), offline: create('offline') }
  let isPaused = false
  type StorageCall = Extract<keyof Handlers, `storage:${string}`>
  const handlers: Pick<Handlers, StorageCall> = {
    'storage:is-lasting': isLasting,
    'storage:get': async ({ area, key }) => areas[area].get(key),
    'storage:set': async ({ area, key, value }) => {
      if (isPaused) throw new DisplayableError('The app is being connected to another website.')
      await areas[area].set(key, value)
    },
    'storage:remove': async ({ area, key }) => areas[area].remove(key),
    'storage:keys': async ({ area }) => areas[area].keys(),
    'storage:clear': async ({ area }) => areas[area].clear(),
  }
  return {
    handlers,
    /**
     * Clears both areas and refuses writes until `resume`: the current page still holds the old data in memory and would
     * store it again.
     */
    wipe: async () => {
      isPaused = true
      await Promise.all([areas.session.clear(), areas.offline.clear()])
    },
    /** Accepts writes again: another page was loaded, or the current one stays. */
    resume: () => {
      isPaused = false
    },
  }
}
