import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { Mutex } from 'async-mutex'
import type { SafeStorage } from 'electron'
import { z } from 'zod'

import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { Log } from '../log.ts'
import { noRoom, type TextStore } from './text-store.ts'

/** The asynchronous half of `safeStorage`; the synchronous half is deprecated and blocks while a keychain prompts. */
export type SystemEncryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/**
 * What the operating system offers: a secret key (`real`), permanently no secret key (`none`), or none at present
 * (`refused`), for example because the user denied access to the keychain.
 */
export type Encryption = 'real' | 'none' | 'refused'

/** Probes the system's encryption; call it after the app is ready. Texts may be written to the disk only with `real`. */
export async function findEncryption(system: SystemEncryption, platform: string): Promise<Encryption> {
  try {
    if (platform === 'linux' && system.getSelectedStorageBackend() === 'basic_text') return 'none'
    if (!(await system.isAsyncEncryptionAvailable())) return 'refused'
    // Encrypting makes the keychain prompt now instead of at the first write.
    const trial = await system.encryptStringAsync('Giftwell')
    if (platform !== 'linux') return 'real'
    if (hasKnownKey(trial)) return 'none'
    return system.getSelectedStorageBackend() === 'unknown' ? 'refused' : 'real'
  } catch {
    return 'refused'
  }
}

/**
 * Without a keyring, Linux encrypts under a password that is public in Chromium's source (`basic_text`). A keyring that
 * does not answer falls back to it too; such texts begin with "v10".
 */
function hasKnownKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, 3).toString('latin1') === 'v10'
}

/** Where and how texts are stored on the disk. */
export interface DiskOptions {
  /** A folder for this store alone: foreign files in it are removed. */
  readonly folder: string
  readonly system: SystemEncryption
  /** Limit for all files together. */
  readonly maxBytes: number
  readonly log: Log
}

const storedText = z.strictObject({ version: z.literal(1), key: z.string(), value: z.string() })

/** File names are hashes: they reveal nothing, and every key makes a valid one. */
const fileName = /^[0-9a-f]{64}$/

/** Windows cannot remove a file that a virus scanner or a backup has open, so retry. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/**
 * Stores each text in its own file, encrypted by the operating system and readable by the owner alone. Operations run one
 * at a time, in call order. Unreadable files (damaged, another version, another machine's) are removed and count as
 * absent; they stay only while the keychain does not answer.
 */
export function createEncryptedStore({ folder, system, maxBytes, log }: DiskOptions): TextStore {
  const mutex = new Mutex()
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex')

  async function read(name: string): Promise<z.output<typeof storedText> | null> {
    let encrypted: Buffer
    try {
      encrypted = await readFile(join(folder, name))
    } catch (error) {
      if (isMissing(error)) return null
      return drop(name)
    }
    try {
      const { result, shouldReEncrypt } = await system.decryptStringAsync(encrypted)
      const text = storedText.parse(JSON.parse(result))
      if (nameOf(text.key) !== name) return await drop(name)
      if (shouldReEncrypt)
        await write(text.key, text.value).catch(() => log.warn('A stored text was not re-encrypted'))
      return text
    } catch {
      if (await system.isAsyncEncryptionAvailable()) return drop(name)
      log.warn('A stored text cannot be read while the keychain does not answer')
      return null
    }
  }

  async function drop(name: string): Promise<null> {
    log.warn('An unreadable stored text was removed')
    await rm(join(folder, name), removal)
    return null
  }

  async function write(key: string, value: string): Promise<void> {
    const text: z.input<typeof storedText> = { version: 1, key, value }
    const encrypted = await system.encryptStringAsync(JSON.stringify(text))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    if ((await bytesBeside(nameOf(key))) + encrypted.byteLength > maxBytes) throw noRoom()
    await writeFileAtomically(join(folder, nameOf(key)), encrypted)
  }

  async function bytesBeside(name: string): Promise<number> {
    const others = (await names()).filter((other) => other !== name)
    const sizes = await Promise.all(others.map(async (other) => (await stat(join(folder, other))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** The names of our files. Everything else, such as an interrupted write of an earlier run, is removed. */
  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const foreign = found.filter((name) => !fileName.test(name))
    await Promise.all(foreign.map(async (name) => rm(join(folder, name), removal)))
    return found.filter((name) => fileName.test(name))
  }

  async function keys(): Promise<string[]> {
    const found: string[] = []
    for (const name of await names()) {
      const text = await read(name)
      if (text !== null) found.push(text.key)
    }
    return found
  }

  return {
    get: async (key) => mutex.runExclusive(async () => (await read(nameOf(key)))?.value ?? null),
    set: async (key, value) => mutex.runExclusive(async () => write(key, value)),
    remove: async (key) => mutex.runExclusive(async () => rm(join(folder, nameOf(key)), removal)),
    keys: async () => mutex.runExclusive(keys),
    clear: async () => mutex.runExclusive(async () => rm(folder, removal)),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
