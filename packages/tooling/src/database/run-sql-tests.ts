import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { repositoryRoot } from '../repository-root.ts'

/** Runs a script of several statements. Returns the first column of every row, as text, statement after statement. */
export type RunScript = (script: string) => Promise<string[]>

/** Runs scripts on the embedded database. */
export const embeddedSession =
  (pglite: PGlite): RunScript =>
  async (script) => {
    const results = await pglite.exec(script, { rowMode: 'array' })
    return results.flatMap(({ rows }) => rows.map(firstColumn))
  }

/** Runs scripts on one connection to a PostgreSQL server. */
export function serverSession(url: string): { readonly run: RunScript } & AsyncDisposable {
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
    [Symbol.asyncDispose]: () => server.end({ timeout: 5 }),
  }
}

function firstColumn(row: unknown): string {
  return Array.isArray(row) ? String(row[0] ?? '') : ''
}

/** What became of a group of checks. */
export interface Outcome {
  /** The names of the cases that passed. */
  readonly passed: readonly string[]
  /** Failed assertions with pgTAP's remarks on them, and anything else that went wrong. */
  readonly failures: readonly string[]
}

interface SqlTests {
  /** The database's name for people, such as "PostgreSQL 15". */
  readonly database: string
  readonly run: RunScript
  /** Parts of paths: only the files that contain one of them run, after the actors that all need; none: all. */
  readonly filters: readonly string[]
  /** Prints each failing assertion with its file, and a line for the whole. */
  readonly log: (line: string) => void
}

const folder = 'supabase/tests'

/** Runs the test files on a migrated database that has pgTAP, in the order of their names. */
export async function runSqlTests({ database, run, filters, log }: SqlTests): Promise<Outcome> {
  const passed: string[] = []
  const failures: string[] = []
  const files = (await readdir(join(repositoryRoot, folder)))
    .filter((name) => name.endsWith('.test.sql'))
    .map((name) => `${folder}/${name}`)
    .filter((path) => filters.length === 0 || ['/00_', ...filters].some((part) => path.includes(part)))
    .toSorted()
  const rights = await readFile(join(repositoryRoot, 'supabase/rights.json'), 'utf8')
  await run(`select set_config('tests.rights', '${rights.replaceAll("'", "''")}', false)`)
  const began = performance.now()
  for (const file of files) {
    const report = await runFile(run, join(repositoryRoot, file))
    passed.push(...report.passed.map((name) => `${file}: ${name}`))
    for (const failure of report.failures) {
      failures.push(`${file} on ${database}: ${failure}`)
      log(`FAILED ${failures.at(-1)}`)
    }
  }
  const counts = `${passed.length} passed, ${failures.length} failed in ${files.length} files`
  log(`${database}: ${counts}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return { passed, failures }
}

async function runFile(run: RunScript, path: string): Promise<Outcome> {
  try {
    return tapReport(await run(await readFile(path, 'utf8')))
  } catch (error) {
    await run('rollback')
    // What PostgreSQL adds to its errors.
    const { message, where, query } = recordOf(error) as { message?: string; where?: string; query?: string }
    const lines = ['stopped with an error:', message ?? String(error), where, query?.slice(0, 500)]
    return { passed: [], failures: [lines.filter(Boolean).join('\n# ')] }
  }
}

/**
 * Reads pgTAP's lines. Assertions whose names begin with the same `[group]` are one case, such as a role's rights on a
 * table. A file that stops early, plans another number of assertions than it makes, or makes none, has failed.
 */
export function tapReport(lines: readonly string[]): Outcome {
  const text = lines.join('\n')
  const made = [...text.matchAll(/^ok (\d+)(?: - (.*))?$/gm)]
  const passed = new Set(
    made.map(([, number, name = '']) => /^\[.*?\]/.exec(name)?.[0] ?? `${number} ${name}`),
  )
  const failures = [...text.matchAll(/^not ok\b.*(?:\n#.*)*/gm)].map(([failure]) => failure)
  const planned = /^1\.\.(\d+)$/m.exec(text)?.[1]
  const count = made.length + failures.length
  if (planned === undefined) failures.push(`ended without a plan after ${count} assertions`)
  else if (Number(planned) !== count) failures.push(`planned ${planned} assertions and made ${count}`)
  else if (count === 0) failures.push('made no assertion')
  return { passed: [...passed], failures }
}
