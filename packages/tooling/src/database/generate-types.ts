import { generateTypes, readTypes, writeTypes } from './database-types.ts'
import { openEmbeddedDatabase } from './open-embedded-database.ts'
import { findSupabaseCli } from './supabase-cli.ts'

// Rewrites packages/shared/src/kernel/database.types.ts from the migrations.
const cli = findSupabaseCli()
if ('skipped' in cli) {
  console.error(`Cannot write the database's types: ${cli.skipped}`)
  process.exit(1)
}
await using embedded = await openEmbeddedDatabase()
const types = await generateTypes(cli.program, embedded.pglite)
const changed = types !== (await readTypes())
if (changed) await writeTypes(types)
console.error(changed ? 'Wrote the types of the database' : 'The types of the database are current')
