import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { type AcquiredSession, type Database, rollBack, type SqlSession } from '../database/database.ts'
import type { PostgresConnection } from '@supabase/lite/postgres'
import { requestContext } from '../database/request-context.ts'

/**
 * A Kysely dialect on the backend's connections, instead of the library's own dialects.
 * Upstream: on PGlite's single connection the transactions of concurrent requests overlap, and one may run with the
 * other's role; on PostgreSQL the driver ends the process when the server goes away.
 */
export function databaseDialect({ acquire }: Pick<Database, 'acquire'>): Dialect {
  const sessions = new WeakMap<DatabaseConnection, AcquiredSession>()
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      async init() {},
      async acquireConnection() {
        const session = await acquire()
        const connection = createConnection(session)
        sessions.set(connection, session)
        return connection
      },
      async releaseConnection(connection) {
        sessions.get(connection)?.release()
      },
      beginTransaction: async (connection) => run(connection, 'begin'),
      commitTransaction: async (connection) => run(connection, 'commit'),
      async rollbackTransaction(connection) {
        const session = sessions.get(connection)
        if (session !== undefined) await rollBack(session)
      },
      async destroy() {},
    }),
  }
}

function createConnection(session: SqlSession): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await session.query(sql, parameters)
      // Kysely's caller declares the type of the rows.
      const result = { rows: rows as Row[] }
      return affectedRows === undefined ? result : { ...result, numAffectedRows: BigInt(affectedRows) }
    },
    streamQuery() {
      throw new Error('Streaming is not supported.')
    },
  }
}

/** The library's settings about the caller of a request. */
interface CallerContext {
  readonly auth?: { readonly role?: string; readonly uid?: string | null; readonly jwt?: unknown }
  readonly storage?: { readonly operation?: string }
}

/** The library's settings about a request that calls a function. */
interface CallContext {
  readonly method: string
  readonly path: string
  readonly requestHeaders?: Readonly<Record<string, string>>
}

type Transaction = Kysely<unknown>

/** The token that a sender's browser has chosen for the inquiry's private page, and what led to the visit. */
const inquiryHeaderNames = ['x-inquiry-link', 'x-inquiry-origin']

/** An inquiry's data in headers, beside its row; undefined without any. */
export function inquiryHeadersOf(headers: Headers): Readonly<Record<string, string>> | undefined {
  const given = inquiryHeaderNames.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/**
 * Replaces two methods of the library's connections; each sets all parameters in one statement.
 * Upstream: sets them in six and in five statements, which every request waits for.
 */
export const sessionContext = {
  async applyJwtSessionContext(transaction: Transaction, { auth, storage }: CallerContext): Promise<void> {
    const role = auth?.role === undefined || auth.role === '' ? 'anon' : auth.role
    const headers = requestContext.getStore()?.inquiryHeaders
    await setLocally(transaction, {
      role,
      'request.jwt.claim.sub': auth?.uid ?? '',
      'request.jwt.claim.role': role,
      'storage.operation': storage?.operation ?? '',
      ...(typeof auth?.jwt === 'object' && auth.jwt !== null
        ? { 'request.jwt.claims': JSON.stringify(auth.jwt) }
        : {}),
      // Upstream: passes headers to functions only, and an inquiry may be an insert.
      ...(headers === undefined ? {} : { 'request.headers': JSON.stringify(headers) }),
    })
  },
  async applyRpcRequestGucs(
    transaction: Transaction,
    { method, path, requestHeaders = {} }: CallContext,
  ): Promise<void> {
    await setLocally(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': method,
      'request.path': path,
      'request.headers': JSON.stringify(requestHeaders),
    })
  },
}

/** Sets configuration parameters for the transaction, in this order. */
async function setLocally(
  transaction: Transaction,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await sql`select ${sql.join(calls)}`.execute(transaction)
}

/**
 * Lets concurrent requests share one introspection of the tables.
 * Upstream: each request that arrives before the first introspection ends starts another one, of half a second on the
 * embedded database.
 */
export function shareIntrospection(connection: Pick<PostgresConnection, 'introspect'>): void {
  const introspect = connection.introspect.bind(connection)
  let inFlight: ReturnType<typeof introspect> | undefined
  connection.introspect = async (options) => {
    if (options?.useCache !== true) return introspect(options)
    if (inFlight !== undefined) return inFlight
    // Without the time limit of the request that happens to be the first.
    const whole = requestContext.run({ id: 'introspection', redirectTo: '' }, async () => introspect(options))
    inFlight = whole.finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
