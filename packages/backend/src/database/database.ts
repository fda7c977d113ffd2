import type { Log } from '../process/terminal.ts'

/** The result of a statement. */
export interface SqlResult {
  readonly rows: Record<string, unknown>[]
  /** The number of rows that a write changed. */
  readonly affectedRows?: number | undefined
}

/** A connection with the rights of the database's owner. */
export interface SqlSession {
  /** Runs one statement with parameters `$1`, `$2`, … */
  query(text: string, parameters?: readonly unknown[]): Promise<SqlResult>
  /** Runs a script of any number of statements. */
  run(script: string): Promise<void>
}

/** A connection for exclusive use until it is released. */
export interface AcquiredSession extends SqlSession {
  release(): void
}

/** Runs the work in one transaction, which is rolled back when the work throws. */
export type Transact = <Result>(work: (session: SqlSession) => Promise<Result>) => Promise<Result>

/** The operations that differ between the embedded database and a server. */
export interface DatabaseDriver {
  /**
   * Waits for a free connection. In a request its statements end with StatementTimeoutError after the request's time
   * limit.
   * @throws LostConnectionError when the database cannot be reached
   * @throws DatabaseBusyError when none becomes free in time
   */
  acquire(): Promise<AcquiredSession>
  /** Whether work waits, or on the embedded database may have to wait, for other work. */
  isBusy(): boolean
  /** The connections in use, the most there may be, and the callers that wait for one. */
  load(): { readonly inUse: number; readonly max: number; readonly waiting: number }
  /** Calls back for each notification on a channel, and whenever notifications may have been missed. */
  listen(channel: string, onNotify: () => void): Promise<void>
  /**
   * Updates the planner's statistics and frees the space of deleted rows, if anything was written. A server's autovacuum
   * does so, too, but first some minutes after an import.
   */
  vacuum(): Promise<void>
  /** Drains the work in flight, then closes the database. */
  close(): Promise<void>
}

/** The backend's database, embedded or a server. */
export interface Database extends DatabaseDriver, AsyncDisposable {
  readonly transaction: Transact
  /** Runs one statement as its own transaction, in one round trip. */
  readonly query: SqlSession['query']
}

/** Adds the operations that are the same for both kinds of database. */
export function createDatabase(driver: DatabaseDriver): Database {
  return {
    ...driver,
    [Symbol.asyncDispose]: driver.close,
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
 * Rolls back a failed transaction. It tries twice, because the embedded database has one connection for all requests,
 * and throws no error, because the first one is more useful.
 */
export async function rollBack(session: SqlSession): Promise<void> {
  await session.run('rollback').catch(async () => session.run('rollback').catch(() => {}))
}

const hourMs = 3_600_000

/** No row where another server is purging. */
const purgeAlone = `select private.purge_expired() where pg_try_advisory_xact_lock(hashtextextended('purge_expired', 0))`

/**
 * Once an hour purges expired records from a database, and vacuums it, unless another server is doing so; at the
 * start and after each purge deletes files.
 * @param deleteFiles deletes expired and erased files according to the
 * database
 * @returns a function that stops it
 */
export function scheduleMaintenance(
  { query, vacuum }: Pick<Database, 'query' | 'vacuum'>,
  log: Log,
  deleteFiles: () => Promise<void> = async () => {},
  intervalMs = hourMs,
): () => void {
  let isStopped = false
  const failed = (what: string) => (error: unknown) => {
    if (isStopped) return
    const reason = error instanceof Error ? error.name : 'unknown reason'
    log(`${what} could not be cleaned up: ${reason}`, 'error')
  }
  const tidyFiles = async (): Promise<void> => deleteFiles().catch(failed('the files of e-mails'))
  void tidyFiles()
  const timer = setInterval(() => {
    void query(purgeAlone)
      .then(async ({ rows }) => (rows.length > 0 ? vacuum() : undefined))
      .catch(failed('the database'))
      .then(tidyFiles)
  }, intervalMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
