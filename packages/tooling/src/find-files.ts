import { globSync } from 'node:fs'

/** The files and folders under a folder that match any of the globs, as relative paths with forward slashes, in order. */
export function findFiles(cwd: string, globs: readonly string[], exclude: readonly string[] = []): string[] {
  const names = globSync(globs, { cwd, exclude })
  return names.map((name) => name.replaceAll('\\', '/')).toSorted()
}
