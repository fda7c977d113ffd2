import type { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'

/** A way to run scripts of several statements and read what they answer. */
export interface TestSession {
  /** The first column of every row, as text, statement after statement. */
  run(script: string): Promise<string[]>
}

/** Runs scripts on the embedded database. */
export function embeddedSession(pglite: PGlite): TestSession {
  return {
    async run(script) {
      const results = await pglite.exec(script, { rowMode: 'array' })
      return results.flatMap(({ rows }) => rows.map(firstColumn))
    },
  }
}

/** Runs scripts on one connection to a PostgreSQL server. */
export function serverSession(url: string): TestSession & AsyncDisposable {
  const server = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: '"$user", public, extensions', TimeZone: 'UTC' },
  })
  return {
    async run(script) {
      const answer: unknown = await server.unsafe(script).simple()
      // One statement answers with its rows, several with a list of such.
      const results: unknown[] = Array.isArray(answer) && answer.every(Array.isArray) ? answer : [answer]
      return results.flatMap((rows) =>
        Array.isArray(rows) ? rows.map((row: object) => firstColumn(Object.values(row))) : [],
      )
    },
    async [Symbol.asyncDispose]() {
      await server.end({ timeout: 5 })
    },
  }
}

function firstColumn(row: unknown): string {
  return Array.isArray(row) ? String(row[0] ?? '') : ''
}
