import { type ClientBase, Pool, type PoolClient, type types } from 'pg'
import { requestContext } from './request-context.ts'
import { createColumnValues } from './column-values.ts'
import type { AcquiredSession } from './database.ts'
import { parameterText } from './parameter-text.ts'
import { parameterTypes } from './parameter-types.ts'
import { errorCode } from '../process/errors.ts'

/** Connections to a PostgreSQL server, made on demand; a lost one is replaced at the next `acquire`. */
export interface ServerPool {
  /**
   * Acquires a connection for exclusive use; once it is lost, every statement throws LostConnectionError.
   * @throws LostConnectionError when the server cannot be reached, or no connection becomes free in time
   */
  acquire(): Promise<AcquiredSession>
  close(): Promise<void>
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const maxConnections = 10
const connectTimeoutMs = 10_000
/** A server that takes longer for a request's statement is treated as gone. */
const statementTimeoutMs = 15_000
/** Statements whose parameter types are cached. */
const maxKnownStatements = 500

// The settings of a hosted project's sessions, and the date style that the parsers read.
const settings = `
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

  const typesOf = new Map<string, readonly number[]>()
  const describeTypes = async (client: ClientBase, text: string) => {
    const known = typesOf.get(text)
    if (known !== undefined) return known
    const types = await parameterTypes(client, text)
    if (typesOf.size >= maxKnownStatements) typesOf.clear()
    typesOf.set(text, types)
    return types
  }
  return {
    async acquire() {
      const client = await pool.connect().catch((error: unknown) => {
        throw noteLost(new LostConnectionError(error))
      })
      return createSession(client, lost, describeTypes)
    },
    close: async () => pool.end(),
  }
}

function createSession(
  client: PoolClient,
  lost: WeakSet<ClientBase>,
  describeTypes: (client: ClientBase, text: string) => Promise<readonly number[]>,
): AcquiredSession {
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await inTime(client, work)
    } catch (error) {
      if (!endsSession(error) && !lost.has(client)) throw error
      lost.add(client)
      throw noteLost(new LostConnectionError(error))
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

/** Destroys a connection whose server does not respond to a request in time. The server's own work has no timeout. */
async function inTime<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  if (requestContext.getStore() === undefined) return work()
  const timer = setTimeout(() => client.connection.stream.destroy(), statementTimeoutMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** Records the error for the gateway, because the library may hide it. */
function noteLost(error: LostConnectionError): LostConnectionError {
  const request = requestContext.getStore()
  if (request !== undefined) request.connectionLost = error
  return error
}

/** Gives `sslmode` libpq's meaning: `require` encrypts without verifying the certificate. */
export function withLibpqSslMode(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/**
 * The database server went away or cannot be reached. A statement in flight may have been committed, unless a
 * transaction was open: then it was not.
 */
export class LostConnectionError extends Error {
  override readonly name = 'LostConnectionError'
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database server cannot be reached.', { cause })
  }
}

/** SQLSTATEs that end a session or reject a new one: connection exceptions, shutdown, startup. */
const lostSessionCodes = /^(?:08...|57P0[1-5]|25P03)$/

function endsSession(error: unknown): boolean {
  return lostSessionCodes.test(errorCode(error) ?? '')
}
