import { readFile } from 'node:fs/promises'

import { Mutex } from 'async-mutex'
import { z } from 'zod'

import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { Log } from '../log.ts'

/** The leads that were announced, in this run and earlier ones. */
export interface AnnouncedLeads {
  /** Returns the ids that were not announced before, and records them. Never throws. */
  takeNew(ids: readonly string[]): Promise<readonly string[]>
  clear(): Promise<void>
}

/** More leads than arrive while the app is closed. The page does not announce older ones. */
const maxIds = 2000

const storedIds = z.array(z.uuid()).max(maxIds)

/**
 * Stores the ids of announced leads in a file; ids carry no personal data. An unreadable file counts as empty; ids that
 * cannot be written are remembered for this run.
 */
export function createAnnouncedLeads(file: string, log: Log): AnnouncedLeads {
  const mutex = new Mutex()
  let announced: Set<string> | undefined

  async function takeNew(ids: readonly string[]): Promise<readonly string[]> {
    const before = announced ?? (await read(file, log))
    const fresh = [...new Set(ids)].filter((id) => !before.has(id))
    announced = fresh.length === 0 ? before : new Set([...before, ...fresh].slice(-maxIds))
    if (fresh.length > 0) await write([...announced])
    return fresh
  }

  async function write(ids: readonly string[]): Promise<void> {
    await writeFileAtomically(file, JSON.stringify(ids)).catch((cause: unknown) =>
      log.warn('The announced leads could not be stored', cause),
    )
  }

  return {
    takeNew: async (ids) => mutex.runExclusive(async () => takeNew(ids)),
    clear: async () =>
      mutex.runExclusive(async () => {
        announced = new Set()
        await write([])
      }),
  }
}

async function read(file: string, log: Log): Promise<Set<string>> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return new Set()
  try {
    return new Set(storedIds.parse(JSON.parse(text)))
  } catch {
    log.warn('The list of announced leads cannot be read')
    return new Set()
  }
}
