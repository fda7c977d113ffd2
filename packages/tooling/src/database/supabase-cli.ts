import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Finds the official command line, or says why it cannot be had here: it is installed on Linux x64 only. */
export function findSupabaseCli(): { readonly program: string } | { readonly skipped: string } {
  try {
    const { resolve } = createRequire(import.meta.url)
    return { program: join(dirname(resolve('@supabase/cli-linux-x64/package.json')), 'bin', 'supabase') }
  } catch {
    const skipped = `the Supabase CLI is installed on Linux x64 only, and this is ${process.platform} ${process.arch}`
    return { skipped }
  }
}

/**
 * Runs it against a database server. It has a home of its own: it reads no login and no settings of the user and reports
 * no use.
 *
 * @param url a PostgreSQL address; `sslmode` is added
 * @returns its standard output
 * @throws with all of its output when its status is not 0
 */
export async function runSupabaseCli(
  program: string,
  command: readonly string[],
  url: string,
): Promise<string> {
  await using home = await mkdtempDisposable(join(tmpdir(), 'giftwell-supabase-'))
  const settings = { HOME: home.path, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' }
  try {
    const args = [...command, `--remote=${url}?sslmode=disable`]
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: home.path,
      env: { PATH: process.env['PATH'], ...settings },
      maxBuffer: 16 * 1024 * 1024,
      timeout: 60_000,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = recordOf(error)
    const output = `${String(stdout)}${String(stderr)}`.trim() || String(error)
    throw new Error(`supabase ${command.join(' ')} failed: ${output}`, { cause: error })
  }
}
