import { LRUCache } from 'lru-cache'
import { type ClientBase, Pool, type types } from 'pg'
import { createColumnValues } from './text-format.ts'
import type { AcquiredSession } from './database.ts'
import { DatabaseBusyError, LostConnectionError, noteUnavailable, requestContext } from './request-context.ts'
import { createServerSession, parameterTypes } from './server-session.ts'

/** Connections to a PostgreSQL server, made on demand; a lost one is replaced at the next `acquire`. */
export interface ServerPool {
  /**
   * Acquires a connection for exclusive use; once it is lost, every statement throws LostConnectionError. In a request
   * the server ends a statement after the request's time limit.
   * @throws LostConnectionError when the server cannot be reached
   * @throws DatabaseBusyError when no connection becomes free in time
   */
  acquire(): Promise<AcquiredSession>
  /** Whether work waits for a free connection. */
  isBusy(): boolean
  /** As in DatabaseDriver. */
  load(): { readonly inUse: number; readonly max: number; readonly waiting: number }
  close(): Promise<void>
}

const maxConnections = 10
const connectTimeoutMs = 10_000
const lockTimeoutMs = 5000
const idleInTransactionTimeoutMs = 30_000
/** Statements whose parameter types are cached. */
const maxKnownStatements = 500

// The settings of a hosted project's sessions, and the date style that the parsers read. Compiling a statement with LLVM
// takes longer than running any of ours.
const settings = `
  set jit to off;
  set time zone 'UTC';
  set datestyle to 'ISO';
  set search_path to "$user", public, extensions`
const arrayTypes = `select oid, typelem from pg_type where typelem <> 0 and typoutput = 'array_out'::regproc`

/** @param url the server's address, in the form of libpq */
export function openServerPool(url: string): ServerPool {
  const values = createColumnValues()
  const lost = new WeakSet<ClientBase>()
  const pool = new Pool({
    connectionString: withLibpqSslMode(url),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'giftwell',
    keepAlive: true,
    types: {
      // The driver's type has an overload per type; this parser reads all of them.
      getTypeParser: ((type: number) => values.readerOf(type)) as typeof types.getTypeParser,
    },
    // oxlint-disable-next-line typescript/no-misused-promises -- the driver waits for it; its types do not know that
    onConnect: async (client) => {
      await client.query(settings)
      const { rows } = await client.query<{ oid: number; typelem: number }>(arrayTypes)
      values.registerArrays(rows.map(({ oid, typelem }) => [oid, typelem]))
    },
  })
  // An error without a listener ends the process, whether the connection is idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client))
    client.once('end', () => lost.add(client))
  })

  const typesOf = new LRUCache<string, readonly number[]>({ max: maxKnownStatements })
  const describeTypes = async (client: ClientBase, text: string) => {
    const known = typesOf.get(text)
    if (known !== undefined) return known
    const types = await parameterTypes(client, text)
    typesOf.set(text, types)
    return types
  }
  /** The time limit that each connection is set to. */
  const limitOf = new WeakMap<ClientBase, number>()
  return {
    async acquire() {
      const client = await pool.connect().catch((error: unknown) => {
        const isLate = error instanceof Error && error.message.startsWith('timeout exceeded')
        throw noteUnavailable(isLate ? new DatabaseBusyError() : new LostConnectionError(error))
      })
      const timeLimitMs = requestContext.getStore()?.timeLimitMs ?? 0
      const session = createServerSession(client, { lost, describeTypes, timeLimitMs })
      if ((limitOf.get(client) ?? 0) !== timeLimitMs) {
        try {
          await session.run(timeoutsFor(timeLimitMs))
        } catch (error) {
          session.release()
          throw error
        }
        limitOf.set(client, timeLimitMs)
      }
      return session
    },
    isBusy: () => pool.waitingCount > 0,
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      max: maxConnections,
      waiting: pool.waitingCount,
    }),
    close: async () => pool.end(),
  }
}

/** The timeouts of a session. The work of the server itself, such as a migration or a backup, has none. */
function timeoutsFor(timeLimitMs: number): string {
  const inRequest = (milliseconds: number): number => (timeLimitMs === 0 ? 0 : milliseconds)
  return `
    set statement_timeout to ${timeLimitMs};
    set lock_timeout to ${inRequest(lockTimeoutMs)};
    set idle_in_transaction_session_timeout to ${inRequest(idleInTransactionTimeoutMs)}`
}

/** Gives `sslmode` libpq's meaning: `require` encrypts without verifying the certificate. */
export function withLibpqSslMode(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}
