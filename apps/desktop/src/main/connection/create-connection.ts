import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { calls, type Connection, type Handlers } from '../../ipc/contract.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { Log } from '../log.ts'
import { DisplayableError } from '../register-calls.ts'
import { checkConnection, type CheckOptions, isUsable } from './check-connection.ts'

/** Where the connection comes from, and what happens when it changes. */
export interface ConnectionOptions extends CheckOptions {
  /** The connection of this build; null when the user chooses one. */
  readonly builtIn: Connection | null
  /** The app's own folder; the connection is stored in its connection.json. */
  readonly userData: string
  /** Removes everything stored for the former connection. */
  readonly wipe: () => Promise<void>
  /** Called when saving failed after the wipe: the page continues with the former connection. */
  readonly onNotChanged: () => void
  /** Called after a change: the page has to reload. */
  readonly onChanged: (connection: Connection) => void
  readonly log: Log
}

/** The settings of the build; empty strings where they are not set. */
export interface BuildSettings {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  readonly siteUrl: string
}

const schema = calls['connection:save'].input

/**
 * The connection of this build; null when it has none. A build with only some of the settings fails at its first start
 * instead of at a customer's first e-mail.
 *
 * @throws when a setting is missing or is not a URL
 */
export function builtInConnection({ supabaseUrl, supabaseKey, siteUrl }: BuildSettings): Connection | null {
  if ([supabaseUrl, supabaseKey, siteUrl].every((text) => text === '')) return null
  const connection = schema.safeParse({
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    supabaseKey,
    siteOrigin: URL.parse(siteUrl)?.origin,
  })
  if (!connection.success)
    throw new Error('This app was built with an incomplete connection (docs/desktop.md).')
  return connection.data
}

/** Manages the connection: the built-in one, or else the stored one. An unusable stored connection counts as absent. */
export function createConnection(options: ConnectionOptions) {
  const { builtIn, userData, wipe, onNotChanged, onChanged, log } = options
  const file = join(userData, 'connection.json')
  /** The built-in backend of the last start. */
  const ownerFile = join(userData, 'built-in-for.txt')
  let cached: Promise<Connection | null> | undefined
  /** The connection in use; null until the user chooses one. */
  const current = async () => (cached ??= builtIn === null ? readStored(file, log) : Promise.resolve(builtIn))

  async function save(connection: Connection): Promise<undefined> {
    if (builtIn !== null)
      throw new DisplayableError('This app belongs to one website, which cannot be changed.')
    if (!isUsable(connection)) throw new DisplayableError('This connection is not safe and was not saved.')
    const former = await current()
    try {
      // Wipe first: a failure in between must not leave one backend's data to another.
      if (former?.supabaseUrl !== connection.supabaseUrl) await wipe()
      await writeFileAtomically(file, `${JSON.stringify(connection, null, 2)}\n`)
    } catch (cause) {
      onNotChanged()
      const sentence =
        'The connection could not be saved on this computer. Make room on the disk and try again.'
      throw new DisplayableError(sentence, { cause })
    }
    cached = Promise.resolve(connection)
    onChanged(connection)
    return undefined
  }

  /**
   * Wipes data of another connection than the built-in one, so that a new build never sends a session to a foreign
   * backend. Call it at the start, before the page loads.
   */
  async function wipeForeign(): Promise<void> {
    if (builtIn === null) return
    const { supabaseUrl } = builtIn
    const owner = await readFile(ownerFile, 'utf8').catch(() => null)
    const former = owner ?? (await readStored(file, log))?.supabaseUrl ?? supabaseUrl
    if (former !== supabaseUrl) await wipe()
    if (owner === supabaseUrl) return
    await writeFileAtomically(ownerFile, supabaseUrl).catch((error: unknown) =>
      log.warn('The built-in backend could not be recorded', error),
    )
  }

  const handlers: Pick<Handlers, 'connection:read' | 'connection:check' | 'connection:save'> = {
    'connection:read': async () => ({ connection: await current(), isBuiltIn: builtIn !== null }),
    'connection:check': async ({ address }) => checkConnection(address, options),
    'connection:save': save,
  }
  return { current, wipeForeign, handlers }
}

async function readStored(file: string, log: Log): Promise<Connection | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const connection = schema.parse(JSON.parse(text))
    if (isUsable(connection)) return connection
  } catch {
    // Logged below, as an unusable connection is.
  }
  log.warn('The stored connection cannot be used')
  return null
}
