import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { createDatabase, type Database } from './database.ts'
import { openServerPool, withLibpqSslMode } from './server-pool.ts'

/**
 * Opens a PostgreSQL server's database. After a lost connection every request tries to connect again.
 * @throws UserFacingError when the server cannot be reached or refuses the sign-in.
 */
export async function openPostgres(url: string): Promise<Database> {
  const { createPostgresConnection } = await import('@supabase/lite/postgres')
  // The library's own driver connects when it is first used, and it never is: it ends the process when a server
  // goes away in the middle of things.
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1' })
  const pool = openServerPool(url)
  const closing = new AbortController()
  const listeners: Promise<void>[] = []
  try {
    const session = await pool.acquire()
    session.release()
  } catch (error) {
    await pool.close()
    throw new UserFacingError(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason(error)}.`)
  }
  return createDatabase({
    connection,
    acquire: pool.acquire,
    async listen(channel, onNotify) {
      const connect = async (): Promise<Client | null> => connectListener(url, channel, onNotify)
      listeners.push(keepListening(await connect(), connect, closing.signal))
    },
    async vacuum() {
      // A server does the rest in the background.
      const session = await pool.acquire()
      try {
        await session.run('analyze')
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

/** Listens on a connection of its own; null when the server cannot be reached. */
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

/** Connects again whenever the connection was lost, until the signal. */
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

/** Never the driver's own message: it may repeat the address with its password. */
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
      return 'it does not answer as a PostgreSQL server does'
    default:
      return `it answers with an error (${code})`
  }
}
