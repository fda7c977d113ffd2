import { type ClientBase, Pool, type PoolClient, type QueryResult, type types } from 'pg'
import { requestContext } from '../request-context.ts'
import { createColumnValues } from './column-values.ts'
import { endsSession, LostConnectionError } from './lost-connection.ts'
import { parameterText } from './parameter-text.ts'
import { parameterTypes } from './parameter-types.ts'

/** One of a pool's connections, for one user at a time. */
export interface ServerSession {
  /**
   * Runs one statement with parameters `$1`, `$2`, …
   * @throws LostConnectionError when the server went away; every later statement throws it too
   */
  query(text: string, parameters?: readonly unknown[]): Promise<QueryResult<Record<string, unknown>>>
  /** Runs a script of any number of statements. */
  run(script: string): Promise<void>
  /** Gives the connection back, or throws it away when it can no longer be used. */
  release(): void
}

/** Connections to a PostgreSQL server, made when they are needed; a lost one is replaced by the next that is asked for. */
export interface ServerPool {
  /** @throws LostConnectionError when the server cannot be reached, or no connection becomes free in time */
  take(): Promise<ServerSession>
  close(): Promise<void>
}

const connectionsAtOnce = 10
/** Milliseconds until a connection must be there, made or free. */
const connectionPatience = 10_000
/** Milliseconds that one statement of a request may take before its server is taken for gone. */
const statementPatience = 15_000
/** Statements whose parameters’ types are kept in mind. */
const statementsKnown = 500

// What a hosted project's sessions have, and dates in the form that they are read in.
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
    connectionString: asLibpqReads(url),
    max: connectionsAtOnce,
    connectionTimeoutMillis: connectionPatience,
    application_name: 'giftwell',
    keepAlive: true,
    types: {
      // The driver's type tells many parsers by their number; this one reads every type there is.
      getTypeParser: ((type: number) => values.readerOf(type)) as typeof types.getTypeParser,
    },
    // oxlint-disable-next-line typescript/no-misused-promises -- the driver waits for it; its types do not know that
    onConnect: async (client) => {
      await client.query(settings)
      const { rows } = await client.query<{ oid: number; typelem: number }>(arrayTypes)
      values.learnArrays(rows.map(({ oid, typelem }) => [oid, typelem]))
    },
  })
  // The driver ends the process over an error that nobody listens for, whether a connection is idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client))
    client.once('end', () => lost.add(client))
  })

  const typesOf = new Map<string, readonly number[]>()
  const learnTypes = async (client: ClientBase, text: string) => {
    const known = typesOf.get(text)
    if (known !== undefined) return known
    const types = await parameterTypes(client, text)
    if (typesOf.size >= statementsKnown) typesOf.clear()
    typesOf.set(text, types)
    return types
  }
  return {
    async take() {
      const client = await pool.connect().catch((error: unknown) => {
        throw noteLost(new LostConnectionError(error))
      })
      return createSession(client, lost, learnTypes)
    },
    close: async () => pool.end(),
  }
}

function createSession(
  client: PoolClient,
  lost: WeakSet<ClientBase>,
  learnTypes: (client: ClientBase, text: string) => Promise<readonly number[]>,
): ServerSession {
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
        // Only a list is written in more than one way.
        const types = parameters.some(Array.isArray) ? await learnTypes(client, text) : []
        return client.query<Record<string, unknown>>(
          text,
          parameters.map((value, index) => asText(value, types[index] ?? 0)),
        )
      }),
    async run(script) {
      await attempt(async () => client.query(script))
    },
    // Whoever comes next must not find a transaction open, whatever happened.
    release: () => client.release(lost.has(client) || client.getTransactionStatus() !== 'I'),
  }
}

function asText(value: unknown, type: number): string | null {
  return value === null || value === undefined ? null : parameterText(value, type)
}

/** Ends a connection whose server does not answer a request in time; nobody waits for the rest of the site's own work. */
async function inTime<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  if (requestContext.getStore() === undefined) return work()
  const timer = setTimeout(() => client.connection.stream.destroy(), statementPatience)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** Lets the gateway know, whatever the library makes of it. */
function noteLost(error: LostConnectionError): LostConnectionError {
  const request = requestContext.getStore()
  if (request !== undefined) request.connectionLost = error
  return error
}

/** `sslmode` as libpq and the server's own tools mean it: encrypted, and verified when that is asked for. */
export function asLibpqReads(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}
