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
 * @throws UserFacingError when the words are others
 */
export function readBackupArguments(
  name: 'backup' | 'restore',
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupArguments {
  const [file, ...rest] = words.filter((word) => word !== '--force')
  if (file === undefined || file === '' || file.startsWith('-') || rest.length > 0)
    throw new UserFacingError(
      `Usage: npm run ${name} -- FILE [--force${name === 'restore' ? ' | --hosted' : ''}]`,
    )
  // npm runs commands in the root of the project; the name is relative to the user's folder.
  return { file: resolve(env['INIT_CWD'] ?? '.', file), force: words.includes('--force') }
}
