import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where a PostgreSQL server with the extensions of the database tests lies, or why there is none. */
export type FoundPostgres = { readonly programs: string } | { readonly skipped: string }

/** Major versions that the migrations are tried on; the first is the one that is installed where none is found. */
const majors = [15, 16, 17]

/**
 * Looks for Debian's PostgreSQL 15 (or a later one) with pgTAP and plpgsql_check, and installs it with apt-get when
 * it is missing on a Debian where this process is root. Anywhere else it says what to install.
 * @param say is told what takes a while
 */
export async function findPostgres(say: (line: string) => void = () => {}): Promise<FoundPostgres> {
  const found = installed()
  if (found) return found
  const packages = packagesOf(majors[0] ?? 15)
  const hint = `needs ${packages.join(', ')}`
  if (!(await isDebian())) return { skipped: `PostgreSQL 15: no Debian packages on this system (${hint})` }
  if (process.getuid?.() !== 0) return { skipped: `PostgreSQL 15: not installed, and not root (${hint})` }
  say(`Installing ${packages.join(', ')} ...`)
  try {
    await install(packages)
  } catch (error) {
    return { skipped: `PostgreSQL 15: apt-get could not install it (${hint}): ${lastLine(error)}` }
  }
  return installed() ?? { skipped: `PostgreSQL 15: still missing after apt-get (${hint})` }
}

function installed(): FoundPostgres | undefined {
  const major = majors.find((major) => {
    const extensions = `/usr/share/postgresql/${major}/extension`
    return (
      existsSync(`/usr/lib/postgresql/${major}/bin/postgres`) &&
      existsSync(`${extensions}/pgtap.control`) &&
      existsSync(`${extensions}/plpgsql_check.control`)
    )
  })
  return major === undefined ? undefined : { programs: `/usr/lib/postgresql/${major}/bin` }
}

function packagesOf(major: number): string[] {
  return [`postgresql-${major}`, `postgresql-${major}-pgtap`, `postgresql-${major}-plpgsql-check`]
}

async function isDebian(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    run(
      'apt-get',
      [
        '-y',
        '-q',
        '-o',
        'DPkg::Lock::Timeout=120',
        '-o',
        'Acquire::Retries=1',
        '-o',
        'Acquire::http::Timeout=20',
        ...args,
      ],
      { env, timeout: 240_000 },
    )
  await apt('update')
  // Debian would make and start a cluster of its own; the tests make theirs and want no other.
  await apt('install', '--no-install-recommends', 'postgresql-common')
  await run('sed', [
    '-ri',
    's/^#?(create_main_cluster) .*$/\\1 = false/',
    '/etc/postgresql-common/createcluster.conf',
  ])
  await apt('install', '--no-install-recommends', ...packages)
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return output.trim().split('\n').at(-1) ?? 'no reason given'
}
