import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { repositoryRoot } from '../repository-root.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { freePort } from './free-port.ts'
import { findSupabaseCli, runSupabaseCli } from './supabase-cli.ts'

// `npm run types`: rewrites database.types.ts from the migrations.

const file = join(repositoryRoot, 'packages/shared/src/kernel/database.types.ts')
const headline =
  '// Written from supabase/migrations by packages/tooling/src/database/generate-types.ts, never by hand.\n\n'
const command = ['gen', 'types', '--lang', 'typescript', '--schema', 'public']

/** The TypeScript types of the migrated database's public schema, as the official command line writes them. */
async function generateTypes(program: string, pglite: PGlite): Promise<string> {
  const port = await freePort()
  const server = new PGLiteSocketServer({ db: pglite, host: '127.0.0.1', port })
  await server.start()
  try {
    const types = await runSupabaseCli(program, command, `postgresql://postgres@127.0.0.1:${port}/postgres`)
    // Nothing uses the helper types that follow `Database`.
    return formatted(headline + (types.split('\ntype DatabaseWithoutInternals')[0] ?? types))
  } finally {
    await server.stop()
  }
}

/** Compares the types that the repository holds with those of the migrated database. */
export async function compareTypes(program: string, pglite: PGlite) {
  const types = await generateTypes(program, pglite)
  return { types, areCurrent: types === (await readFile(file, 'utf8').catch(() => '')) }
}

/** The command line leaves the layout to a formatter. Ours does not skip a file of this name. */
function formatted(code: string): string {
  const args = ['node_modules/oxfmt/bin/oxfmt', '--stdin-filepath', 'types.ts']
  return execFileSync(process.execPath, args, { cwd: repositoryRoot, input: code, encoding: 'utf8' })
}

if (import.meta.main) {
  const cli = findSupabaseCli()
  if ('skipped' in cli) {
    console.error(`Cannot write the database's types: ${cli.skipped}`)
    process.exit(1)
  }
  await using embedded = await openEmbeddedDatabase()
  const { types, areCurrent } = await compareTypes(cli.program, embedded.pglite)
  if (!areCurrent) await writeFile(file, types)
  console.error(areCurrent ? 'The types of the database are current' : 'Wrote the types of the database')
}
