import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import { writeWhole } from '../files/write-whole.ts'
import type { Log } from '../log.ts'
import { createOneAtATime } from '../storage/one-at-a-time.ts'

/** Which leads have been announced, in this run and in those before it. */
export interface AnnouncedIds {
  /** Those of the ids that are new; from now on they are not. Never throws. */
  takeNew(ids: readonly string[]): Promise<readonly string[]>
  /** Forgets all of them. */
  forget(): Promise<void>
}

/** More leads than come in while the app is closed; older ones are not announced by the page any more. */
const mostIds = 2000

const kept = z.array(z.uuid()).max(mostIds)

/**
 * Keeps the ids of the leads, which tell nothing of anybody, in a file. A file that cannot be read counts as empty; ids
 * that cannot be written are known for this run.
 */
export function createAnnouncedIds(file: string, log: Log): AnnouncedIds {
  const inTurn = createOneAtATime()
  let known: Set<string> | undefined

  async function takeNew(ids: readonly string[]): Promise<readonly string[]> {
    known ??= await read(file, log)
    const all = known
    const fresh = [...new Set(ids)].filter((id) => !all.has(id))
    if (fresh.length === 0) return []
    known = new Set([...all, ...fresh].slice(-mostIds))
    await write([...known])
    return fresh
  }

  async function write(ids: readonly string[]): Promise<void> {
    await writeWhole(file, JSON.stringify(ids)).catch((cause: unknown) =>
      log.warn('Which leads were announced could not be kept', cause),
    )
  }

  return {
    takeNew: async (ids) => inTurn(async () => takeNew(ids)),
    forget: async () =>
      inTurn(async () => {
        known = new Set()
        await write([])
      }),
  }
}

async function read(file: string, log: Log): Promise<Set<string>> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return new Set()
  try {
    return new Set(kept.parse(JSON.parse(text)))
  } catch {
    log.warn('Which leads were announced before cannot be read')
    return new Set()
  }
}
