import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { knownMigrations } from '@giftwell/backend/database/migrations.ts'

import { repositoryRoot } from '../repository-root.ts'

/** The sum of each migration by its file: of those of a release, and of those that the repository has. */
interface MigrationSums {
  readonly released: Readonly<Record<string, string>>
  readonly found: Readonly<Record<string, string>>
}

const list = join(repositoryRoot, 'supabase/released-migrations.json')

export async function migrationSums(): Promise<MigrationSums> {
  const known = await knownMigrations(join(repositoryRoot, 'supabase/migrations'))
  return {
    // Written below.
    released: JSON.parse(await readFile(list, 'utf8')) as MigrationSums['released'],
    found: Object.fromEntries(known.map(({ file, sum }) => [file, sum])),
  }
}

/** The migrations of a release that were changed, renamed or removed. */
export function changedMigrations({ released, found }: MigrationSums): string[] {
  return Object.keys(released)
    .filter((file) => found[file] !== released[file])
    .map(
      (file) =>
        `supabase/migrations/${file} is part of a release and ${file in found ? 'was changed' : 'is missing'}; restore it, and write the change into a new migration.`,
    )
}

// For a release: lists its new migrations, too.
if (import.meta.main) {
  const { released, found } = await migrationSums()
  await writeFile(list, `${JSON.stringify({ ...found, ...released }, null, 2)}\n`)
}
