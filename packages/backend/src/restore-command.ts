import { counted } from '@giftwell/shared/kernel/counted.ts'
import { fileURLToPath } from 'node:url'
import { UserFacingError } from './process/errors.ts'
import { runCommand } from './process/terminal.ts'
import { readSettings } from './settings.ts'
import { bucketOf, readBackupArguments } from './backup/backup-store.ts'
import type { Manifest } from './backup/archive.ts'
import { checkBackup, restoreBackup } from './backup/restore-backup.ts'
import { type HostedProject, restoreHosted } from './backup/restore-hosted.ts'

const migrationsFolder = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url))

/**
 * `npm run restore`: restores the site of a backup into a new data folder, or replaces one. With `--hosted` it moves the
 * site into a hosted project. With `--check` it restores into a temporary database only, which is removed. With `--plain` it
 * takes a backup that is not encrypted although BACKUP_KEY is set.
 */
await runCommand(async (args, env) => {
  const isHosted = args.includes('--hosted')
  const isCheck = args.includes('--check')
  const isPlain = args.includes('--plain')
  const {
    file: named,
    inBucket,
    force,
  } = readBackupArguments(
    'restore',
    args.filter((arg) => !['--hosted', '--check', '--plain'].includes(arg)),
    env,
  )
  // A hosted project's other settings are not the server's.
  const { backupKey, backups } = readSettings({
    BACKUP_KEY: isPlain ? undefined : env['BACKUP_KEY'],
    BACKUP_DIR: inBucket === null ? undefined : env['BACKUP_DIR'],
  })
  await using downloaded = inBucket === null ? null : await bucketOf(backups).download(inBucket)
  const file = downloaded?.file ?? named
  if (isCheck) {
    if (force || isHosted)
      throw new UserFacingError('--check restores nothing; leave --force and --hosted out.')
    return [
      `${named} can be restored ${contentsOf(await checkBackup(file, backupKey, { migrationsFolder }))}`,
    ]
  }
  if (isHosted) {
    if (force) throw new UserFacingError('--force is for a data folder; a hosted project must be a new one.')
    const project = hostedProject(env)
    return [
      `moved into ${project.url} ${contentsOf(await restoreHosted(project, file, migrationsFolder, backupKey))}`,
    ]
  }
  const settings = readSettings(env)
  if (settings.hosted !== null)
    throw new UserFacingError('--hosted restores into a hosted project; see docs/deploy.md.')
  const { manifest, previousFolder, changed } = await restoreBackup({ ...settings, backupKey }, file, {
    force,
    migrationsFolder,
  })
  return [
    `restored ${settings.dataFolder} ${contentsOf(manifest)}`,
    ...(changed === 0 ? [] : [`its database had a different version of ${counted(changed, 'migration')}`]),
    ...(previousFolder === null ? [] : [`what was there before is in ${previousFolder}`]),
  ]
})

function contentsOf(manifest: Manifest): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `as of ${manifest.madeAt}: ${rows.toLocaleString('en')} rows, ${manifest.images.toLocaleString('en')} images`
}

function hostedProject({
  SUPABASE_URL,
  SUPABASE_SECRET_KEY,
  DATABASE_URL,
}: NodeJS.ProcessEnv): HostedProject {
  if (!SUPABASE_URL || !SUPABASE_SECRET_KEY || !DATABASE_URL || !URL.canParse(SUPABASE_URL)) {
    throw new UserFacingError(
      '--hosted needs SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL of the project; see docs/deploy.md.',
    )
  }
  return { url: new URL(SUPABASE_URL).origin, secretKey: SUPABASE_SECRET_KEY, databaseUrl: DATABASE_URL }
}
