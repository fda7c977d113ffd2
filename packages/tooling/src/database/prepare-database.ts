import { fileURLToPath } from 'node:url'
import type { Database } from '@giftwell/backend/database/database.ts'
import { applyMigrations } from '@giftwell/backend/database/migrations.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'

/** Where migrations and tests lie. */
export const supabaseFolder = fileURLToPath(new URL('../../../../supabase', import.meta.url))

/** Brings an empty database to where the backend serves it: the system's schemas, then every migration, no data. */
export async function prepareDatabase(database: Database): Promise<void> {
  await database.transaction(ensureSystemSchema)
  await applyMigrations(database.transaction, `${supabaseFolder}/migrations`)
}
