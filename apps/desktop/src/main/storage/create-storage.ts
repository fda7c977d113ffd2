import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { Mutex } from 'async-mutex'
import type { SafeStorage } from 'electron'
import { z } from 'zod'

import type { StorageArea } from '../../ipc/create-bridge.ts'
import { type Handlers, maxStoredCharacters } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { DisplayableError } from '../register-calls.ts'
import { writeFileAtomically } from '../state-file.ts'

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

/** The asynchronous half of `safeStorage`; the synchronous half is deprecated and blocks while a keychain prompts. */
export type SystemEncryption = Pick<SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'>

/**
 * Whether the operating system encrypts under a secret key. Encrypting is the only test: `isAsyncEncryptionAvailable` is
 * true whenever the app is ready. A Linux without a keyring, or whose keyring stays locked, encrypts under a password that
 * is public in Chromium's source; such texts begin with "v10".
 */
async function canEncrypt(system: SystemEncryption, platform: string): Promise<boolean> {
  try {
    const trial = await system.encryptStringAsync('Giftwell')
    return platform !== 'linux' || trial.subarray(0, 3).toString('latin1') !== 'v10'
  } catch {
    return false
  }
}

/** Texts by key. Operations run one at a time, in call order. */
export interface TextStore {
  /** Null when nothing readable is stored under the key. */
  get(key: string): Promise<string | null>
  /** @throws {DisplayableError} when there is no room; the former value stays */
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
  clear(): Promise<void>
}

interface TextStoreOptions {
  /** A folder for this store alone: foreign files in it are removed. */
  readonly folder: string
  readonly system: SystemEncryption
  /** Whether texts may be written to the disk. */
  readonly isLasting: () => Promise<boolean>
  /** Limit for all texts together: bytes on the disk, characters in memory. */
  readonly maxSize: number
  readonly log: Log
}

const storedText = z.strictObject({ version: z.literal(1), key: z.string(), value: z.string() })

/** File names are hashes: they reveal nothing, and every key makes a valid one. */
const fileName = /^[0-9a-f]{64}$/

/** Windows cannot remove a file that a virus scanner or a backup has open, so retry. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/**
 * Stores each text in its own file, encrypted by the operating system and readable by the owner alone. Damaged files are
 * removed and count as absent. Without encryption texts live in memory, and files of earlier runs stay on the disk, except
 * those that this run replaces or removes.
 */
function createTextStore({ folder, system, isLasting, maxSize, log }: TextStoreOptions): TextStore {
  const mutex = new Mutex()
  const memory = new Map<string, string>()
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex')
  const removeFile = async (name: string) => rm(join(folder, name), removal)

  async function read(name: string): Promise<z.output<typeof storedText> | null> {
    try {
      const { result, shouldReEncrypt } = await system.decryptStringAsync(await readFile(join(folder, name)))
      const text = storedText.parse(JSON.parse(result))
      if (nameOf(text.key) !== name) throw new Error('It belongs to another key.')
      if (shouldReEncrypt)
        await write(text.key, text.value).catch(() => log.warn('A stored text was not re-encrypted'))
      return text
    } catch (error) {
      if (isMissing(error)) return null
      if (mayPass(error)) {
        log.warn('A stored text cannot be read at present')
        return null
      }
      log.warn('An unreadable stored text was removed')
      await removeFile(name)
      return null
    }
  }

  async function write(key: string, value: string): Promise<void> {
    const text: z.input<typeof storedText> = { version: 1, key, value }
    const encrypted = await system.encryptStringAsync(JSON.stringify(text))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const others = (await names()).filter((name) => name !== nameOf(key))
    const sizes = await Promise.all(others.map(async (name) => (await stat(join(folder, name))).size))
    requireRoom(sizes, encrypted.byteLength)
    await writeFileAtomically(join(folder, nameOf(key)), encrypted)
  }

  function requireRoom(others: readonly number[], size: number): void {
    if (others.reduce((sum, other) => sum + other, size) > maxSize)
      throw new DisplayableError('There is no space left to store this on this computer.')
  }

  /** The names of our files. Everything else, such as an interrupted write of an earlier run, is removed. */
  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    await Promise.all(found.filter((name) => !fileName.test(name)).map(removeFile))
    return found.filter((name) => fileName.test(name))
  }

  async function keys(): Promise<string[]> {
    if (!(await isLasting())) return [...memory.keys()]
    const found: string[] = []
    for (const name of await names()) {
      const text = await read(name)
      if (text !== null) found.push(text.key)
    }
    return found
  }

  return {
    get: async (key) =>
      mutex.runExclusive(async () =>
        (await isLasting()) ? ((await read(nameOf(key)))?.value ?? null) : (memory.get(key) ?? null),
      ),
    set: async (key, value) =>
      mutex.runExclusive(async () => {
        if (await isLasting()) return write(key, value)
        const others = [...memory].filter(([other]) => other !== key).map(([, text]) => text.length)
        requireRoom(others, value.length)
        memory.set(key, value)
        return removeFile(nameOf(key))
      }),
    remove: async (key) =>
      mutex.runExclusive(async () => {
        memory.delete(key)
        await removeFile(nameOf(key))
      }),
    keys: async () => mutex.runExclusive(keys),
    clear: async () =>
      mutex.runExclusive(async () => {
        memory.clear()
        await rm(folder, removal)
      }),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Electron says only in words that a key is locked. An error with a code is the file system's, such as EBUSY. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error ? error.code !== 'EISDIR' : /temporarily unavailable/.test(error.message)
}
