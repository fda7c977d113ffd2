import { resolve } from 'node:path'
import { UserFacingError } from '../process/errors.ts'

interface BackupArguments {
  /** The absolute path of the backup. */
  readonly file: string
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
      `Usage: npm run ${name} -- FILE [--force${name === 'restore' ? ' | --hosted | --check' : ''}]`,
    )
  // npm runs commands in the root of the project; the name is relative to the user's folder.
  return { file: resolve(env['INIT_CWD'] ?? '.', file), force: args.includes('--force') }
}
