import type { PgliteConnection } from '@supabase/lite/pglite'
import type { PostgresConnection } from '@supabase/lite/postgres'

/** What a statement returned. */
export interface SqlResult {
  readonly rows: Record<string, unknown>[]
  /** Rows that a write changed. */
  readonly affectedRows?: number | undefined
}

/** One connection, with the rights of its owner. */
export interface SqlSession {
  /** Runs one statement with parameters `$1`, `$2`, … */
  query(text: string, parameters?: readonly unknown[]): Promise<SqlResult>
  /** Runs a script of any number of statements. */
  run(script: string): Promise<void>
}

/** A connection that belongs to one user until it is released. */
export interface AcquiredSession extends SqlSession {
  release(): void
}

/** Does the work in one transaction: all of it happens, or none when the work throws. */
export type Transact = <Result>(work: (session: SqlSession) => Promise<Result>) => Promise<Result>

/** An open database: what the embedded one and a server do differently. */
export interface DatabaseDriver {
  /** What the library's request handlers use. */
  readonly connection: PgliteConnection | PostgresConnection
  /** Waits for a free connection. */
  acquire(): Promise<AcquiredSession>
  /** Calls back at each notification on a channel, and after each time that notifications may have been missed. */
  listen(channel: string, onNotify: () => void): Promise<void>
  /** Updates the planner's statistics and frees the space of deleted rows, if anything was written. */
  vacuum(): Promise<void>
  /** Waits for the work in flight, then closes the database. */
  close(): Promise<void>
}

/** The database below the backend, embedded or a server. */
export interface Database extends DatabaseDriver {
  readonly transaction: Transact
  /** Runs one statement that is a transaction of its own, in one round trip. */
  readonly query: SqlSession['query']
}

/** Adds what both kinds of database do alike. */
export function createDatabase(driver: DatabaseDriver): Database {
  return {
    ...driver,
    async transaction(work) {
      const session = await driver.acquire()
      try {
        await session.run('begin')
        const result = await work(session)
        await session.run('commit')
        return result
      } catch (error) {
        await rollBack(session)
        throw error
      } finally {
        session.release()
      }
    },
    async query(text, parameters) {
      const session = await driver.acquire()
      try {
        return await session.query(text, parameters)
      } finally {
        session.release()
      }
    },
  }
}

/**
 * Ends a transaction that failed. A second attempt, since on the embedded database the next user has the same
 * connection; without an error of its own, since the first one says more.
 */
export async function rollBack(session: SqlSession): Promise<void> {
  await session.run('rollback').catch(async () => session.run('rollback').catch(() => {}))
}
