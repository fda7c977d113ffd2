import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { ZodType } from 'zod'

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
