import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the repository. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')

/** Generated files that are not committed and that a new installation may delete. */
export const cacheFolder = join(repositoryRoot, 'node_modules', '.cache', 'giftwell')

/** The files and folders under a folder that match any of the globs: sorted relative paths with forward slashes. */
export function findFiles(cwd: string, globs: readonly string[], exclude: readonly string[] = []): string[] {
  return globSync(globs, { cwd, exclude })
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
}
