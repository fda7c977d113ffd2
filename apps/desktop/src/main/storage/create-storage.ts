import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { StorageArea } from '../../ipc/bridge.ts'
import { type Handlers, maxStoredCharacters } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { DisplayableError } from '../register-calls.ts'
import { createEncryptedStore, findEncryption, type SystemEncryption } from './encrypted-store.ts'
import { createFallbackStore, createMemoryStore, type TextStore } from './text-store.ts'

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

/** Stores the session and the cached leads for the page. */
export interface Storage {
  readonly handlers: Pick<
    Handlers,
    'storage:is-lasting' | 'storage:get' | 'storage:set' | 'storage:remove' | 'storage:keys' | 'storage:clear'
  >
  /**
   * Clears both areas and refuses writes until `resume`: the current page still holds the old data in memory and would
   * store it again.
   */
  wipe(): Promise<void>
  /** Accepts writes again: another page was loaded, or the current one stays. */
  resume(): void
}

interface Areas {
  readonly isLasting: boolean
  readonly areas: Readonly<Record<StorageArea, TextStore>>
}

/** Room for eight texts of the maximum size. */
const defaultMaxPerArea = 8 * maxStoredCharacters

/**
 * Stores texts encrypted by the operating system. Without real encryption they live in memory, and files of earlier runs
 * are removed; those files stay when the keychain only denies access at present. The keychain is first used on demand.
 */
export function createStorage(options: StorageOptions): Storage {
  let areas: Promise<Areas> | undefined
  const opened = async () => (areas ??= open(options))
  let isPaused = false
  const of = async (area: StorageArea) => (await opened()).areas[area]
  return {
    handlers: {
      'storage:is-lasting': async () => (await opened()).isLasting,
      'storage:get': async ({ area, key }) => (await of(area)).get(key),
      'storage:set': async ({ area, key, value }) => {
        if (isPaused) throw new DisplayableError('The app is being connected to another website.')
        await (await of(area)).set(key, value)
      },
      'storage:remove': async ({ area, key }) => (await of(area)).remove(key),
      'storage:keys': async ({ area }) => (await of(area)).keys(),
      'storage:clear': async ({ area }) => (await of(area)).clear(),
    },
    wipe: async () => {
      isPaused = true
      const { session, offline } = (await opened()).areas
      await Promise.all([session.clear(), offline.clear()])
    },
    resume: () => {
      isPaused = false
    },
  }
}

async function open({
  userData,
  safeStorage,
  platform,
  log,
  maxPerArea = defaultMaxPerArea,
}: StorageOptions): Promise<Areas> {
  const folder = join(userData, 'encrypted')
  const encryption = await findEncryption(safeStorage, platform)
  if (encryption !== 'real') log.warn('The system offers no encryption: nothing is stored on the disk')
  if (encryption === 'none') {
    await rm(folder, { recursive: true, force: true }).catch((cause: unknown) =>
      log.error('The files of an earlier run could not be removed', cause),
    )
  }
  function create(area: StorageArea): TextStore {
    const disk = { folder: join(folder, area), system: safeStorage, maxBytes: maxPerArea, log }
    if (encryption === 'real') return createEncryptedStore(disk)
    const memory = createMemoryStore(maxPerArea)
    return encryption === 'none' ? memory : createFallbackStore(memory, createEncryptedStore(disk))
  }
  return {
    isLasting: encryption === 'real',
    areas: { session: create('session'), offline: create('offline') },
  }
}
