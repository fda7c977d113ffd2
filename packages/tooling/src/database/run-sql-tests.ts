import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { supabaseFolder } from './prepare-database.ts'
import { tapReport } from './tap-report.ts'
import type { TestSession } from './test-session.ts'

/** What became of a group of checks. */
export interface Outcome {
  passed: number
  failures: string[]
}

/** Which test files run. */
interface WantedFiles {
  /** Parts of paths: only the files that contain one of them run, after the actors that all need; none: all. */
  readonly wanted: readonly string[]
  /** Names of files that do not run. */
  readonly unwanted: readonly string[]
}

const folder = join(supabaseFolder, 'tests')

/**
 * Runs the test files on a migrated database that has pgTAP, in the order of their names.
 * @param place the database's name for people, such as "PostgreSQL 15"
 * @param say gets each failing assertion with its file, and a line for the whole
 */
export async function runSqlTests(
  session: TestSession,
  { wanted, unwanted }: WantedFiles,
  place: string,
  say: (line: string) => void,
): Promise<Outcome> {
  const total: Outcome = { passed: 0, failures: [] }
  const isWanted = (name: string) =>
    !unwanted.includes(name) &&
    (wanted.length === 0 ||
      name.startsWith('00_') ||
      wanted.some((part) => `supabase/tests/${name}`.includes(part)))
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.test.sql') && isWanted(name))
    .toSorted()
  const begin = performance.now()
  const rights = await readFile(join(supabaseFolder, 'rights.json'), 'utf8')
  await session.run(`select set_config('tests.rights', '${rights.replaceAll("'", "''")}', false)`)
  for (const file of files) {
    const { passed, failures } = await runFile(session, join(folder, file))
    total.passed += passed
    for (const failure of failures) {
      total.failures.push(`supabase/tests/${file} on ${place}: ${failure}`)
      say(`FAILED ${total.failures.at(-1)}`)
    }
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  say(
    `${place}: ${total.passed} passed, ${total.failures.length} failed in ${files.length} files, ${seconds} s`,
  )
  return total
}

async function runFile(session: TestSession, path: string) {
  try {
    return tapReport(await session.run(await readFile(path, 'utf8')))
  } catch (error) {
    await session.run('rollback')
    return { passed: 0, failures: [explained(error)] }
  }
}

function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { where, query } = error as { where?: string; query?: string } // what PostgreSQL adds to its errors
  return ['stopped with an error:', error.message, where, query?.slice(0, 500)].filter(Boolean).join('\n# ')
}
