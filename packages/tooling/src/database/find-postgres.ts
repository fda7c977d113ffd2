import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { installDebianPackages } from '../system/debian-packages.ts'

/** Where a PostgreSQL server with the extensions of the database tests lies, or why there is none. */
export type FoundPostgres = { readonly programs: string } | { readonly skipped: string }

/** Major versions that the migrations are tried on. */
const majors = [15, 16, 17]
/** What is installed where none is found. */
const packages = ['postgresql-15', 'postgresql-15-pgtap', 'postgresql-15-plpgsql-check']

/**
 * Looks for Debian's PostgreSQL 15 (or a later one) with pgTAP and plpgsql_check, and installs it with apt-get when
 * it is missing on a Debian where this process is root. Anywhere else it says what to install.
 * @param say prints what takes a while
 */
export async function findPostgres(say: (line: string) => void = () => {}): Promise<FoundPostgres> {
  const found = installed()
  if (found) return found
  say(`PostgreSQL 15 is missing; trying to install ${packages.join(', ')} ...`)
  const reason = await install()
  if (reason !== undefined) return { skipped: `PostgreSQL 15 (${packages.join(', ')}): ${reason}` }
  return installed() ?? { skipped: 'PostgreSQL 15: still missing after apt-get install' }
}

function installed(): FoundPostgres | undefined {
  const major = majors.find((major) =>
    [
      `/usr/lib/postgresql/${major}/bin/postgres`,
      `/usr/share/postgresql/${major}/extension/pgtap.control`,
      `/usr/share/postgresql/${major}/extension/plpgsql_check.control`,
    ].every(existsSync),
  )
  return major === undefined ? undefined : { programs: `/usr/lib/postgresql/${major}/bin` }
}

/** Debian would make and start a cluster of its own; the tests make theirs and want no other. */
async function install(): Promise<string | undefined> {
  const reason = await installDebianPackages(['postgresql-common'])
  if (reason !== undefined) return reason
  const settings = '/etc/postgresql-common/createcluster.conf'
  const found = await readFile(settings, 'utf8').catch(() => '')
  const others = found.replace(/^#?\s*create_main_cluster\b.*$/gm, '').trimEnd()
  await writeFile(settings, `${others}\ncreate_main_cluster = false\n`)
  return installDebianPackages(packages)
}
