import { resolve } from 'node:path'
import { UserFacingError } from '../process/errors.ts'
import type { BackupSettings } from '../settings.ts'
import { bucketBackups, nameInBucket } from './backup-store.ts'

interface BackupArguments {
  /** The absolute path of the backup, or `s3:NAME` for one in the bucket of `BACKUP_DIR`. */
  readonly file: string
  /** Its name in that bucket; null for a file. */
  readonly inBucket: string | null
  readonly force: boolean
}

/**
 * Reads `FILE [--force]`.
 * @param name of the command, for its usage
 * @throws UserFacingError for any other arguments
 */
export function readBackupArguments(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupArguments {
  const [file, ...rest] = args.filter((arg) => arg !== '--force')
  if (file === undefined || file === '' || file.startsWith('-') || rest.length > 0)
    throw new UserFacingError(
      `Usage: npm run ${name} -- FILE|s3:NAME [--force${name === 'restore' ? ' | --hosted | --check' : ''}]`,
    )
  const inBucket = nameInBucket(file)
  // npm runs commands in the root of the project; the name is relative to the user's folder.
  return {
    file: inBucket === null ? resolve(env['INIT_CWD'] ?? '.', file) : file,
    inBucket,
    force: args.includes('--force'),
  }
}

/**
 * The backups in the bucket of `BACKUP_DIR`.
 * @throws UserFacingError when it is no bucket
 */
export function bucketOf(backups: BackupSettings | null): ReturnType<typeof bucketBackups> {
  if (backups === null || typeof backups.location === 'string')
    throw new UserFacingError('BACKUP_DIR is not the address of a bucket; name a file, or set it.')
  return bucketBackups(backups.location)
}
