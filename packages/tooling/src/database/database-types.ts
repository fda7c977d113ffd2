import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { repositoryRoot } from '../repository-root.ts'
import { freePort } from './free-port.ts'
import { runSupabaseCli } from './supabase-cli.ts'

const file = join(repositoryRoot, 'packages/shared/src/kernel/database.types.ts')
const headline =
  '// Written from supabase/migrations by packages/tooling/src/database/generate-types.ts, never by hand.\n\n'

/** The TypeScript types of the migrated database's public schema, as the official command line writes them. */
export async function generateTypes(program: string, pglite: PGlite): Promise<string> {
  const port = await freePort()
  const server = new PGLiteSocketServer({ db: pglite, host: '127.0.0.1', port })
  await server.start()
  try {
    const address = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const types = await runSupabaseCli(
      program,
      ['gen', 'types', '--lang', 'typescript', '--schema', 'public'],
      address,
    )
    return formatted(headline + withoutHelpers(types))
  } finally {
    await server.stop()
  }
}

/** The types that the repository holds; empty when it holds none. */
export function readTypes(): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

/** Replaces the types that the repository holds. */
export async function writeTypes(types: string): Promise<void> {
  await writeFile(file, types)
}

/** Without the helper types that follow `Database`: nothing uses them. */
function withoutHelpers(types: string): string {
  return types.split('\ntype DatabaseWithoutInternals')[0] ?? types
}

/** The command line leaves the layout to a formatter. The name given here is one that ours does not skip. */
function formatted(code: string): string {
  const args = ['node_modules/oxfmt/bin/oxfmt', '--stdin-filepath', 'types.ts']
  return execFileSync(process.execPath, args, { cwd: repositoryRoot, input: code, encoding: 'utf8' })
}
