import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { type AcquiredSession, type Database, rollBack, type SqlSession } from '../database/database.ts'

/**
 * A Kysely dialect on the backend's connections, in place of the library's own dialects.
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
