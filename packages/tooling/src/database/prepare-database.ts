import { join } from 'node:path'
import type { Database } from '@giftwell/backend/database/database.ts'
import { applyMigrations } from '@giftwell/backend/database/migrations.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { repositoryRoot } from '../repository-root.ts'

/** Where migrations and tests lie. */
export const supabaseFolder = join(repositoryRoot, 'supabase')

/** Brings an empty database to where the backend serves it: the system's schemas, then every migration, no data. */
export async function prepareDatabase(database: Database): Promise<void> {
  await database.transaction(ensureSystemSchema)
  await applyMigrations(database.transaction, `${supabaseFolder}/migrations`)
}
