import { fileURLToPath } from 'node:url'
import { UserFacingError } from './process/errors.ts'
import { runCommand } from './process/terminal.ts'
import { readSettings } from './settings.ts'
import { readBackupArguments } from './backup/backup-arguments.ts'
import { restoreBackup } from './backup/restore-backup.ts'

const migrationsFolder = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url))

/** `npm run restore`: restores the site of a backup into a new data folder, or replaces one. */
await runCommand(async (words, env) => {
  const { file, force } = readBackupArguments('restore', words, env)
  const settings = readSettings(env)
  if (settings.hosted !== null)
    throw new UserFacingError('A hosted project is not restored from here; see docs/deploy.md.')
  const { manifest, previousFolder } = await restoreBackup(settings, file, { force, migrationsFolder })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `restored ${settings.dataFolder} as of ${manifest.madeAt}: ${rows.toLocaleString('en')} rows, ${manifest.images.toLocaleString('en')} images`,
    ...(previousFolder === null ? [] : [`what was there before is in ${previousFolder}`]),
  ]
})
