import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { calls, type Connection, type Handlers } from '../../ipc/contract.ts'
import { writeWhole } from '../files/write-whole.ts'
import type { Log } from '../log.ts'
import { SpokenError } from '../spoken-error.ts'
import { type CheckOptions, checkConnection, isSafePair } from './check-connection.ts'
import { isSecretKey } from './is-secret-key.ts'

/** What knowing the backend needs. */
export interface ConnectionOptions extends CheckOptions {
  /** The connection that was given when the app was built; null when the person is to be asked. */
  readonly builtIn: Connection | null
  /** The app's own folder; the connection is kept in its connection.json. */
  readonly userData: string
  /** Removes everything that was kept for the former connection. */
  readonly wipe: () => Promise<void>
  /** Called when nothing became of it after that: the page goes on with the former connection. */
  readonly onNotChanged: () => void
  /** Called once another connection is in force: the page has to start anew. */
  readonly onChanged: (connection: Connection) => void
  readonly log: Log
}

/** Which backend the app talks to. */
export interface KnownConnection {
  readonly handlers: Pick<Handlers, 'connection:read' | 'connection:check' | 'connection:keep'>
  /** The connection that is in force; null as long as nobody was asked. */
  current(): Promise<Connection | null>
  /**
   * Removes what was kept while another connection was in force than the one that is built in: a session must not be
   * sent to somebody else's backend because the app was built anew. For the start, before the page asks for anything.
   */
  wipeForeign(): Promise<void>
}

const schema = calls['connection:keep'].input

/** Knows the connection that was built in, or else the one that is kept. A kept one that cannot be used counts as none. */
export function createConnection(options: ConnectionOptions): KnownConnection {
  const { builtIn, userData, wipe, onNotChanged, onChanged, log } = options
  const file = join(userData, 'connection.json')
  /** Whose app this was at its last start, when that was built in. */
  const ownerFile = join(userData, 'built-in-for.txt')
  let known: Promise<Connection | null> | undefined
  const current = async () => (known ??= builtIn === null ? readKept(file, log) : Promise.resolve(builtIn))

  async function keep(connection: Connection): Promise<undefined> {
    if (builtIn !== null) throw new SpokenError('This app belongs to one website, which cannot be changed.')
    if (!isUsable(connection)) throw new SpokenError('This connection is not safe and was not kept.')
    const former = await current()
    try {
      // First, so that a failure in between leaves nothing of one backend to another.
      if (former?.supabaseUrl !== connection.supabaseUrl) await wipe()
      await writeWhole(file, `${JSON.stringify(connection, null, 2)}\n`)
    } catch (cause) {
      onNotChanged()
      const sentence =
        'The connection could not be kept on this computer. Make room on the disk and try again.'
      throw new SpokenError(sentence, { cause })
    }
    known = Promise.resolve(connection)
    onChanged(connection)
    return undefined
  }

  async function wipeForeign(): Promise<void> {
    if (builtIn === null) return
    const { supabaseUrl } = builtIn
    const owner = await readFile(ownerFile, 'utf8').catch(() => null)
    const former = owner ?? (await readKept(file, log))?.supabaseUrl ?? supabaseUrl
    if (former !== supabaseUrl) await wipe()
    if (owner === supabaseUrl) return
    await writeWhole(ownerFile, supabaseUrl).catch((error: unknown) =>
      log.warn('Whose app this is could not be written down', error),
    )
  }

  return {
    current,
    wipeForeign,
    handlers: {
      'connection:read': async () => ({ connection: await current(), isBuiltIn: builtIn !== null }),
      'connection:check': async ({ address }) => checkConnection(address, options),
      'connection:keep': keep,
    },
  }
}

async function readKept(file: string, log: Log): Promise<Connection | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const connection = schema.parse(JSON.parse(text))
    if (isUsable(connection)) return connection
  } catch {
    // Told below, like one that must not be used.
  }
  log.warn('The connection that was kept cannot be used')
  return null
}

function isUsable({ supabaseUrl, supabaseKey, siteOrigin }: Connection): boolean {
  return !isSecretKey(supabaseKey) && isSafePair(supabaseUrl, siteOrigin)
}
