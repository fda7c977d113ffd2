import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { writeWhole } from '../files/write-whole.ts'
import type { Log } from '../log.ts'
import type { SystemEncryption } from './encryption.ts'
import { type KeptTexts, noRoom } from './kept-texts.ts'
import { createOneAtATime } from './one-at-a-time.ts'

/** Where texts are kept on the disk, and how. */
export interface DiskOptions {
  /** A folder of its own: what else is found in it is removed. */
  readonly folder: string
  readonly system: SystemEncryption
  /** The most bytes that all files together may take. */
  readonly mostBytes: number
  readonly log: Log
}

const keptText = z.strictObject({ version: z.literal(1), key: z.string(), value: z.string() })

/** The name of a file tells nothing of what is in it, and any key makes a good one. */
const fileName = /^[0-9a-f]{64}$/

/** A scanner for viruses or a backup may hold a file for a moment; Windows removes none that is open. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/**
 * Keeps each text in a file of its own, encrypted by the operating system and readable by the owner alone. One thing
 * happens at a time, in the order in which it was asked for. What cannot be read (damaged, of another version, another
 * machine's) is removed and counts as never kept; it is spared only while the keychain does not answer at all.
 */
export function createKeptOnDisk({ folder, system, mostBytes, log }: DiskOptions): KeptTexts {
  const inTurn = createOneAtATime()
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex')

  async function read(name: string): Promise<z.output<typeof keptText> | null> {
    let encrypted: Buffer
    try {
      encrypted = await readFile(join(folder, name))
    } catch (error) {
      if (isMissing(error)) return null
      return drop(name)
    }
    try {
      const { result, shouldReEncrypt } = await system.decryptStringAsync(encrypted)
      const text = keptText.parse(JSON.parse(result))
      if (nameOf(text.key) !== name) return await drop(name)
      if (shouldReEncrypt)
        await write(text.key, text.value).catch(() => log.warn('A kept text kept its old key'))
      return text
    } catch {
      if (await system.isAsyncEncryptionAvailable()) return drop(name)
      log.warn('A kept text cannot be read while the keychain does not answer')
      return null
    }
  }

  async function drop(name: string): Promise<null> {
    log.warn('A kept text that cannot be read was removed')
    await rm(join(folder, name), removal)
    return null
  }

  async function write(key: string, value: string): Promise<void> {
    const text: z.input<typeof keptText> = { version: 1, key, value }
    const encrypted = await system.encryptStringAsync(JSON.stringify(text))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    if ((await bytesBeside(nameOf(key))) + encrypted.byteLength > mostBytes) throw noRoom()
    await writeWhole(join(folder, nameOf(key)), encrypted)
  }

  async function bytesBeside(name: string): Promise<number> {
    const others = (await names()).filter((other) => other !== name)
    const sizes = await Promise.all(others.map(async (other) => (await stat(join(folder, other))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** The names of our files; an interrupted write of an earlier run, or anything else, is removed. */
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
    get: async (key) => inTurn(async () => (await read(nameOf(key)))?.value ?? null),
    set: async (key, value) => inTurn(async () => write(key, value)),
    remove: async (key) => inTurn(async () => rm(join(folder, nameOf(key)), removal)),
    keys: async () => inTurn(keys),
    clear: async () => inTurn(async () => rm(folder, removal)),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
