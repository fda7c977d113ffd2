import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The official command line, or why it cannot be had here. */
export type SupabaseCli = { readonly program: string } | { readonly skipped: string }

/** Finds the official command line; it is installed on Linux x64 only. */
export function findSupabaseCli(): SupabaseCli {
  try {
    const { resolve } = createRequire(import.meta.url)
    return { program: join(dirname(resolve('@supabase/cli-linux-x64/package.json')), 'bin', 'supabase') }
  } catch {
    return {
      skipped: `the Supabase CLI is installed on Linux x64 only, and this is ${process.platform} ${process.arch}`,
    }
  }
}

/**
 * Runs it against a database server, with a home of its own: nothing of the user's login or settings is touched, no
 * use is reported.
 * @param command for example `['gen', 'types']`
 * @param url a PostgreSQL address; `sslmode` is added
 * @returns what it prints to standard output.
 * @throws Error with everything it said when it ends with another status than 0.
 */
export async function runSupabaseCli(
  program: string,
  command: readonly string[],
  url: string,
): Promise<string> {
  await using home = await mkdtempDisposable(join(tmpdir(), 'giftwell-supabase-'))
  try {
    const { stdout } = await run(program, [...command, `--remote=${url}?sslmode=disable`], {
      cwd: home.path,
      env: {
        PATH: process.env['PATH'],
        HOME: home.path,
        DO_NOT_TRACK: '1',
        SUPABASE_TELEMETRY_DISABLED: '1',
      },
      maxBuffer: 16 * 1024 * 1024,
      timeout: 60_000,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error)
    const said = `${stdout}${stderr}`.trim() || String(error)
    throw new Error(`supabase ${command.join(' ')} failed: ${said}`, { cause: error })
  }
}
