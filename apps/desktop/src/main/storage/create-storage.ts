import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { StorageArea } from '../../ipc/bridge.ts'
import { type Handlers, mostKeptCharacters } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { SpokenError } from '../spoken-error.ts'
import { findEncryption, type SystemEncryption } from './encryption.ts'
import { createKeptAside } from './kept-aside.ts'
import { createKeptInMemory } from './kept-in-memory.ts'
import { createKeptOnDisk } from './kept-on-disk.ts'
import type { KeptTexts } from './kept-texts.ts'

/** What keeping texts needs. */
export interface StorageOptions {
  /** The app's own folder (`app.getPath('userData')`); texts are kept in `kept/<area>` below it. */
  readonly userData: string
  readonly safeStorage: SystemEncryption
  /** `process.platform`. */
  readonly platform: string
  readonly log: Log
  /** The most that one area may hold: bytes on the disk, characters in memory. */
  readonly mostPerArea?: number
}

/** The session and the leads that were seen last, kept for the page. */
export interface Storage {
  readonly handlers: Pick<
    Handlers,
    'storage:is-lasting' | 'storage:get' | 'storage:set' | 'storage:remove' | 'storage:keys' | 'storage:clear'
  >
  /**
   * Removes everything that is kept, in both areas, and keeps nothing more until `admit`: the page that wrote it still
   * has it all, and would write it down again for the next one to find.
   */
  wipe(): Promise<void>
  /** Keeps texts again: another page is there, or the present one stays after all. */
  admit(): void
}

interface Areas {
  readonly isLasting: boolean
  readonly areas: Readonly<Record<StorageArea, KeptTexts>>
}

/** Room for several texts of the largest size. */
const usualMost = 8 * mostKeptCharacters

/**
 * Keeps texts encrypted by the operating system. Where that has no real encryption, they live in memory for this run, and
 * what an earlier run may have left on the disk is removed; it waits there when the keychain merely does not let us in.
 * The keychain is asked at the first use, never before.
 */
export function createStorage(options: StorageOptions): Storage {
  let areas: Promise<Areas> | undefined
  const opened = async () => (areas ??= open(options))
  let isClosed = false
  const of = async (area: StorageArea) => (await opened()).areas[area]
  return {
    handlers: {
      'storage:is-lasting': async () => (await opened()).isLasting,
      'storage:get': async ({ area, key }) => (await of(area)).get(key),
      'storage:set': async ({ area, key, value }) => {
        if (isClosed) throw new SpokenError('The app is being connected to another website.')
        await (await of(area)).set(key, value)
      },
      'storage:remove': async ({ area, key }) => (await of(area)).remove(key),
      'storage:keys': async ({ area }) => (await of(area)).keys(),
      'storage:clear': async ({ area }) => (await of(area)).clear(),
    },
    wipe: async () => {
      isClosed = true
      const { session, offline } = (await opened()).areas
      await Promise.all([session.clear(), offline.clear()])
    },
    admit: () => {
      isClosed = false
    },
  }
}

async function open({
  userData,
  safeStorage,
  platform,
  log,
  mostPerArea = usualMost,
}: StorageOptions): Promise<Areas> {
  const folder = join(userData, 'kept')
  const encryption = await findEncryption(safeStorage, platform)
  if (encryption !== 'real') log.warn('The system offers no encryption: nothing is kept on the disk')
  if (encryption === 'none') {
    await rm(folder, { recursive: true, force: true }).catch((cause: unknown) =>
      log.error('What an earlier run kept could not be removed', cause),
    )
  }
  function create(area: StorageArea): KeptTexts {
    const place = { folder: join(folder, area), system: safeStorage, mostBytes: mostPerArea, log }
    if (encryption === 'real') return createKeptOnDisk(place)
    const memory = createKeptInMemory(mostPerArea)
    return encryption === 'none' ? memory : createKeptAside(memory, createKeptOnDisk(place))
  }
  return {
    isLasting: encryption === 'real',
    areas: { session: create('session'), offline: create('offline') },
  }
}
