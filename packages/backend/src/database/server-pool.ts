import { LRUCache } from 'lru-cache'
import { type ClientBase, Pool, type types, type Connection, type PoolClient, Query } from 'pg'

import { createColumnValues, parameterText } from './text-format.ts'
import type { AcquiredSession, DatabaseDriver } from './database.ts'
import {
  DatabaseBusyError,
  LostConnectionError,
  noteUnavailable,
  requestContext,
  StatementTimeoutError,
} from './request-context.ts'
import { errorCode } from '../process/errors.ts'

/** Connections to a PostgreSQL server, made on demand; a lost one is replaced at the next `acquire`. */
export type ServerPool = Pick<DatabaseDriver, 'acquire' | 'isBusy' | 'load' | 'close'>

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

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The connection of a server that has not ended a statement this long after its time limit is closed. */
const graceMs = 1000

interface SessionParts {
  readonly lost: WeakSet<ClientBase>
  readonly describeTypes: (client: ClientBase, text: string) => Promise<readonly number[]>
  /** Zero for none. */
  readonly timeLimitMs: number
}

/**
 * A session on a connection. Each statement ends with StatementTimeoutError after the time limit: the server ends it by
 * its own timeout, or else its connection is closed.
 */
function createServerSession(client: PoolClient, parts: SessionParts): AcquiredSession {
  const { lost, describeTypes, timeLimitMs } = parts
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let isLate = false
    const giveUp = (): void => {
      isLate = true
      client.connection.stream.destroy()
    }
    const timer = timeLimitMs === 0 ? undefined : setTimeout(giveUp, timeLimitMs + graceMs)
    try {
      return await work()
    } catch (error) {
      const timedOut = isLate ? new StatementTimeoutError() : timeoutOf(error)
      if (timedOut !== null) throw noteUnavailable(timedOut)
      if (!endsSession(error) && !lost.has(client)) throw error
      lost.add(client)
      throw noteUnavailable(new LostConnectionError(error))
    } finally {
      // It is destroyed even if an answer came meanwhile.
      if (isLate) lost.add(client)
      clearTimeout(timer)
    }
  }
  return {
    query: async (text, parameters = []) =>
      attempt(async () => {
        // Only the text of a list depends on its type.
        const types = parameters.some(Array.isArray) ? await describeTypes(client, text) : []
        const { rows, command, rowCount } = await client.query<Record<string, unknown>>(
          text,
          parameters.map((value, index) => asText(value, types[index] ?? 0)),
        )
        return writes.has(command) ? { rows, affectedRows: rowCount ?? 0 } : { rows }
      }),
    async run(script) {
      await attempt(async () => client.query(script))
    },
    // A connection with an open transaction must not be reused.
    release: () => client.release(lost.has(client) || client.getTransactionStatus() !== 'I'),
  }
}

function asText(value: unknown, type: number): string | null {
  return value === null || value === undefined ? null : parameterText(value, type)
}

/** The error of a request that the server ended by one of its timeouts, or null. */
function timeoutOf(error: unknown): StatementTimeoutError | DatabaseBusyError | null {
  switch (errorCode(error)) {
    case '57014': // query_canceled
    case '25P03': // idle_in_transaction_session_timeout
      return new StatementTimeoutError()
    case '55P03': // lock_not_available
      return new DatabaseBusyError()
    default:
      return null
  }
}

/** SQLSTATEs that end a session or reject a new one: connection exceptions, shutdown, startup. */
const lostSessionCodes = /^(?:08...|57P0[1-5])$/

function endsSession(error: unknown): boolean {
  return lostSessionCodes.test(errorCode(error) ?? '')
}

/**
 * Describes the types of a statement's parameters without running it.
 * @throws DatabaseError as running the statement would
 */
async function parameterTypes(client: ClientBase, statement: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  client.query(new DescribeQuery(statement, resolve, reject))
  return promise
}

/** Queued in the driver like any statement, but only parsed and described. */
class DescribeQuery extends Query {
  readonly #statement: string
  #types: readonly number[] = []
  #connection: Connection | undefined

  constructor(
    statement: string,
    resolve: (types: readonly number[]) => void,
    reject: (error: Error) => void,
  ) {
    super(statement, undefined, (error) => {
      this.#connection?.off('parameterDescription', this.#onDescription)
      if (error) reject(error)
      else resolve(this.#types)
    })
    this.#statement = statement
  }

  readonly #onDescription = ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }): void => {
    this.#types = dataTypeIDs
  }

  override submit = (connection: Connection): void => {
    this.#connection = connection
    connection.on('parameterDescription', this.#onDescription)
    connection.parse({ name: '', text: this.#statement, types: [] }, false)
    connection.describe({ type: 'S', name: '' }, false)
    connection.sync()
  }
}
