import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { createDatabase, type Database } from './database.ts'
import { openServerPool, withLibpqSslMode } from './server-pool.ts'

/**
 * Opens a database on a PostgreSQL server. After a lost connection every request reconnects.
 * @throws UserFacingError when the server cannot be reached or rejects the credentials
 */
export async function openPostgres(url: string): Promise<Database> {
  const pool = openServerPool(url)
  const closing = new AbortController()
  const listeners: Promise<void>[] = []
  try {
    const session = await pool.acquire()
    const { rows } = await session.query('show server_version')
    session.release()
    refuseOldServer(String(rows[0]?.['server_version']))
  } catch (error) {
    await pool.close()
    if (error instanceof UserFacingError) throw error
    throw new UserFacingError(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason(error)}.`)
  }
  return createDatabase({
    acquire: pool.acquire,
    isBusy: pool.isBusy,
    load: pool.load,
    async listen(channel, onNotify) {
      const connect = async (): Promise<Client | null> => connectListener(url, channel, onNotify)
      listeners.push(keepListening(await connect(), connect, closing.signal))
    },
    async vacuum() {
      const session = await pool.acquire()
      try {
        await session.run('vacuum (analyze)')
      } finally {
        session.release()
      }
    },
    async close() {
      closing.abort()
      await Promise.all(listeners)
      await pool.close()
    },
  })
}

const reconnectDelayMs = 1000
const listenTimeoutMs = 2000

/** Listens on a dedicated connection; null when the server cannot be reached. */
async function connectListener(url: string, channel: string, onNotify: () => void): Promise<Client | null> {
  const client = new Client({
    connectionString: withLibpqSslMode(url),
    application_name: 'giftwell-changes',
    connectionTimeoutMillis: listenTimeoutMs,
    query_timeout: listenTimeoutMs,
    keepAlive: true,
  })
  // An error without a listener ends the process.
  client.on('error', () => {})
  client.on('notification', onNotify)
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    onNotify()
    return client
  } catch {
    void client.end().catch(() => {})
    return null
  }
}

/** Reconnects after each lost connection until the signal aborts. */
async function keepListening(
  first: Client | null,
  connect: () => Promise<Client | null>,
  signal: AbortSignal,
): Promise<void> {
  for (let client = first; !signal.aborted; client = await connect()) {
    if (client !== null) await once(client, 'end', { signal }).catch(() => {})
    await client?.end().catch(() => {})
    await delay(reconnectDelayMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** The driver's own message may contain the URL with its password. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = errorCode(cause)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
      return `it does not answer (${code})`
    case '28P01':
    case '28000':
      return 'it refuses the user or the password'
    case '3D000':
      return 'it has no such database'
    case undefined:
      // The driver's message.
      if (cause instanceof Error && cause.message.includes('does not support SSL')) return 'it offers no TLS'
      return 'what answers is not a PostgreSQL server'
    default:
      return `it answers with an error (${code})`
  }
}

/** The oldest major version of PostgreSQL whose features the migrations use. */
const oldestMajor = 15

/**
 * @param version the server's `server_version`, such as `15.4 (Debian 15.4-1)`
 * @throws UserFacingError when the server is too old
 */
export function refuseOldServer(version: string): void {
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new UserFacingError(
    `The PostgreSQL server of DATABASE_URL is version ${version.split(' ')[0]}; Giftwell needs ${oldestMajor} or newer.`,
  )
}
