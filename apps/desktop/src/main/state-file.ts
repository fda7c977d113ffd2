import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ZodType } from 'zod'
import { randomUUID } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import type { Log } from './log.ts'

/** A small value that survives a restart. */
export interface StateFile<Value> {
  /** The stored value; null when there is none or it is unreadable. */
  read(): Value | null
  /** Stores a value atomically and synchronously, because the app may be quitting. Logs a failure. */
  write(value: Value): void
}

/** Stores a value as JSON in a file of the app's own folder. */
export function createStateFile<Value>(file: string, schema: ZodType<Value>, log: Log): StateFile<Value> {
  return {
    read: () => {
      try {
        return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
      } catch {
        // The first start, another version's file, or a damaged one.
        return null
      }
    },
    write: (value) => {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch (error) {
        log.warn('A state file could not be stored', error)
      }
    },
  }
}

/** The file system functions that writing uses; tests inject failures. */
export type WritableFiles = Pick<typeof nodeFiles, 'writeFile' | 'rename' | 'rm'>

export interface WriteOptions {
  /** Delays in milliseconds before each retry of the rename. */
  readonly retryDelays?: readonly number[]
  readonly files?: WritableFiles
}

/** On Windows a virus scanner or the search index may have the file open. */
const defaultRetryDelays = process.platform === 'win32' ? [10, 50, 200, 500] : []

/**
 * Writes a file of the app's own atomically, readable by the owner alone: writes and syncs a temporary file beside it, then
 * renames. On failure the former content stays and the temporary file is removed. The folder must exist.
 *
 * @throws the file system's error
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { retryDelays = defaultRetryDelays, files = nodeFiles }: WriteOptions = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`
  try {
    await files.writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true })
    for (const delay of [...retryDelays, null]) {
      try {
        return await files.rename(temporary, path)
      } catch (error) {
        if (delay === null || !isInUse(error)) throw error
        await wait(delay)
      }
    }
  } catch (error) {
    // Report the first failure; the cleanup may fail for the same reason.
    await files.rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:EBUSY|EPERM|EACCES)$/.test(String(error.code))
}
