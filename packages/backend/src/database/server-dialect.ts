import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ServerPool, ServerSession } from './server-pool.ts'

/** Kysely on the connections of a PostgreSQL server. */
export function serverDialect(pool: ServerPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function createDriver(pool: ServerPool): Driver {
  const sessions = new WeakMap<DatabaseConnection, ServerSession>()
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    async init() {},
    async acquireConnection() {
      const session = await pool.take()
      const connection = createConnection(session)
      sessions.set(connection, session)
      return connection
    },
    async releaseConnection(connection) {
      sessions.get(connection)?.release()
    },
    beginTransaction: async (connection) => run(connection, 'begin'),
    commitTransaction: async (connection) => run(connection, 'commit'),
    // The server rolls a lost connection's transaction back by itself, and the first error says more than this one.
    rollbackTransaction: async (connection) => run(connection, 'rollback').catch(() => {}),
    async destroy() {},
  }
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function createConnection(session: ServerSession): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, command, rowCount } = await session.query(sql, parameters)
      // Kysely's caller names the form of the rows that its statement gives.
      const result = { rows: rows as Row[] }
      return writing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result
    },
    // Part of Kysely's interface; nothing here streams.
    streamQuery() {
      throw new Error('The database server is not asked to stream.')
    },
  }
}
