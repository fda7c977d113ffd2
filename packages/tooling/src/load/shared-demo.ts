import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface SharedDemo {
  readonly folder: string
  /** Begins with the first site that needs it. */
  making?: Promise<void>
}

let shared: SharedDemo | undefined

/**
 * From now on the sites of this process that begin with the demo catalogue begin with copies of one, made when the
 * first of them needs it: drawing its pictures takes half a minute.
 *
 * @returns what removes it
 */
export async function shareDemo(): Promise<() => Promise<void>> {
  const own: SharedDemo = { folder: await mkdtemp(join(tmpdir(), 'giftwell-demo-')) }
  shared = own
  return async () => {
    shared = undefined
    await rm(own.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Puts the demo into a data folder that is still to be made.
 *
 * @param make makes a data folder with it
 * @returns whether it is there; not when each site makes its own
 */
export async function putSharedDemo(
  dataFolder: string,
  make: (dataFolder: string) => Promise<void>,
): Promise<boolean> {
  const own = shared
  if (own === undefined) return false
  const original = join(own.folder, 'data')
  own.making ??= make(original).catch(async (error: unknown) => {
    // Whoever comes next begins anew.
    delete own.making
    await rm(original, { recursive: true, force: true, maxRetries: 3 })
    throw error
  })
  await own.making
  await cp(original, dataFolder, { recursive: true })
  return true
}
