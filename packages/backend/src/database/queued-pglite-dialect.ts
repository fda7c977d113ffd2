import type { PGlite } from '@electric-sql/pglite'
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
import type { ConnectionQueue } from './connection-queue.ts'

/**
 * Kysely on PGlite's single connection, one user at a time. Without the queue the transactions of requests that
 * arrive together run into each other on that connection, and one may run with the other's role.
 */
export function queuedPgliteDialect(pglite: PGlite, queue: ConnectionQueue): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pglite, queue),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function createDriver(pglite: PGlite, queue: ConnectionQueue): Driver {
  const turns = new WeakMap<DatabaseConnection, () => void>()
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    async init() {},
    async acquireConnection() {
      const endTurn = await queue.take()
      const connection = createConnection(pglite)
      turns.set(connection, endTurn)
      return connection
    },
    async releaseConnection(connection) {
      turns.get(connection)?.()
    },
    beginTransaction: async (connection) => run(connection, 'BEGIN'),
    commitTransaction: async (connection) => run(connection, 'COMMIT'),
    rollbackTransaction: async (connection) => run(connection, 'ROLLBACK'),
    async destroy() {},
  }
}

function createConnection(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await pglite.query<Row>(query.sql, [...query.parameters])
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
    },
    // Part of Kysely's interface; nothing here streams.
    streamQuery() {
      throw new Error('The embedded database does not stream.')
    },
  }
}
