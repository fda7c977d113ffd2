import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Log } from './log.ts'
import { windowPlace, type WindowPlace } from './window-place.ts'

/** Remembers where the window was. */
export interface WindowMemory {
  /** The place that was kept last; null when there is none, or none that can be read. */
  read(): WindowPlace | null
  /** Keeps a place, whole or not at all, and at once: the app may be about to end. A failure is logged. */
  write(place: WindowPlace): void
}

/** Keeps the window's place in a file. */
export function createWindowMemory(file: string, log: Log): WindowMemory {
  return {
    read: () => {
      try {
        return windowPlace.parse(JSON.parse(readFileSync(file, 'utf8')))
      } catch {
        // The first start, a file of another version, or a broken one: the usual place will do.
        return null
      }
    },
    write: (place) => {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.new`, JSON.stringify(place))
        renameSync(`${file}.new`, file)
      } catch (error) {
        log.warn('The window’s place could not be kept', error)
      }
    },
  }
}
