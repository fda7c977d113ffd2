import { Kysely } from 'kysely'
import { errorCode } from '../error-code.ts'
import { Refusal } from '../refusal.ts'
import type { Database, SqlSession } from './database.ts'
import { serverDialect } from './server-dialect.ts'
import { openServerPool, type ServerSession } from './server-pool.ts'

/**
 * Opens a PostgreSQL server's database. A server that goes away later is looked for again by every request.
 * @throws Refusal when the server cannot be reached or refuses the sign-in.
 */
export async function openPostgres(url: string): Promise<Database> {
  const { createPostgresConnection } = await import('@supabase/lite/postgres')
  // The library's own driver connects when it is first used, and it never is: it ends the process when a server
  // goes away in the middle of things.
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1' })
  const pool = openServerPool(url)
  connection.kysely = new Kysely({ dialect: serverDialect(pool) })
  try {
    const session = await pool.take()
    session.release()
  } catch (error) {
    await pool.close()
    throw new Refusal(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason(error)}.`)
  }
  return {
    connection,
    async transaction(work) {
      const session = await pool.take()
      try {
        await session.run('begin')
        const result = await work(asSqlSession(session))
        await session.run('commit')
        return result
      } catch (error) {
        // The first error says more than that of a rollback, which the server does by itself when it has to.
        await session.run('rollback').catch(() => {})
        throw error
      } finally {
        session.release()
      }
    },
    async query(text, parameters) {
      const session = await pool.take()
      try {
        return await session.query(text, parameters)
      } finally {
        session.release()
      }
    },
    async tidy() {
      // A server does the rest in the background.
      const session = await pool.take()
      try {
        await session.run('analyze')
      } finally {
        session.release()
      }
    },
    close: pool.close,
  }
}

function asSqlSession(session: ServerSession): SqlSession {
  return {
    async query(text, parameters) {
      const { rows } = await session.query(text, parameters)
      return { rows }
    },
    run: session.run,
  }
}

/** Never the driver's own message: it may repeat the address with its password. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = errorCode(cause)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
      return `it does not answer (${code})`
    case '28P01':
    case '28000':
      return 'it refuses the user or the password'
    case '3D000':
      return 'it has no such database'
    case undefined:
      return 'it does not answer as a PostgreSQL server does'
    default:
      return `it answers with an error (${code})`
  }
}
