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
import { errorCode } from '../error-code.ts'
import type { ConnectionQueue } from './connection-queue.ts'
import { parameterTexts } from './parameter-text.ts'

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
    // Whoever comes next is on the same connection, so a transaction may not stay open whatever happened to it.
    rollbackTransaction: async (connection) =>
      run(connection, 'ROLLBACK').catch(async () => run(connection, 'ROLLBACK')),
    async destroy() {},
  }
}

/** A name in the statement has a character that PostgreSQL ends a statement with; in its own words for such a value. */
class CharacterNotAllowedError extends Error {
  override readonly name = 'CharacterNotAllowedError'
  readonly code = '22021'
  constructor() {
    super('invalid byte sequence for encoding "UTF8": 0x00')
  }
}

/** The database failed without a word of PostgreSQL's: never the fault of whoever asked. */
class StatementFailedError extends Error {
  override readonly name = 'StatementFailedError'
  constructor(cause: unknown) {
    super('The embedded database failed', { cause })
  }
}

function createConnection(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (query.sql.includes('\u0000')) throw new CharacterNotAllowedError()
      const { rows, affectedRows } = await pglite
        .query<Row>(query.sql, [...query.parameters], { serializers: parameterTexts })
        .catch((error: unknown) => {
          throw errorCode(error) === undefined ? new StatementFailedError(error) : error
        })
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
    },
    // Part of Kysely's interface; nothing here streams.
    streamQuery() {
      throw new Error('The embedded database does not stream.')
    },
  }
}
