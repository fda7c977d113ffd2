import type { PgliteConnection } from '@supabase/lite/pglite'
import type { PostgresConnection } from '@supabase/lite/postgres'

/** One transaction's way to the database, with the rights of its owner. */
export interface SqlSession {
  /** Runs one statement with parameters `$1`, `$2`, … */
  query(text: string, parameters?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs a script of any number of statements. */
  run(script: string): Promise<void>
}

/** Does the work in one transaction: all of it happens, or none when the work throws. */
export type Transact = <Result>(work: (session: SqlSession) => Promise<Result>) => Promise<Result>

/** The database below the backend, embedded or a server. */
export interface Database {
  /** What the library's request handlers use. */
  readonly connection: PgliteConnection | PostgresConnection
  /** In turn with the requests that the backend serves at the same time. */
  readonly transaction: Transact
  /** Runs one statement that is a transaction of its own, in one round trip; in turn with the requests, too. */
  readonly query: SqlSession['query']
  /** Brings the planner's statistics up to date and frees the space of what is gone, if anything was written. */
  tidy(): Promise<void>
  /** Waits for the work in hand, then closes the database. */
  close(): Promise<void>
}
