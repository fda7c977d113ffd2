import { glob } from 'node:fs/promises'

/** The files and folders under a folder that match any of the globs, as relative paths with forward slashes, in order. */
export async function findFiles(
  folder: string,
  globs: readonly string[],
  except: readonly string[] = [],
): Promise<string[]> {
  const names: string[] = []
  for await (const name of glob(globs, { cwd: folder, exclude: except }))
    names.push(name.replaceAll('\\', '/'))
  return names.toSorted()
}
