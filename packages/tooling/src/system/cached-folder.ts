import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, findFiles, repositoryRoot } from '../repository-root.ts'

export interface Sources {
  /** Globs, relative to the root. */
  readonly files: readonly string[]
  /** Globs of ignored files among them. */
  readonly except: readonly string[]
  /** What else decides the result, such as settings from the environment. */
  readonly settings: unknown
}

/**
 * A hash of the names and contents of files.
 * @throws if a glob matches nothing, since its files have moved
 */
export async function contentFingerprint(root: string, { files, except, settings }: Sources) {
  const globs = files.flatMap(withoutBraces).map((glob) => [glob, findFiles(root, [glob], except)] as const)
  const dead = globs.flatMap(([glob, found]) => (found.length === 0 ? glob : []))
  if (dead.length > 0) throw new Error(`Nothing matches ${dead.join(', ')}.`)
  const names = [...new Set(globs.flatMap(([, found]) => found))].toSorted()
  const contents = await Promise.all(
    names.map(async (name) => {
      // Folders match a glob, too, among them those that a build makes.
      const content = await readFile(join(root, name)).catch(() => undefined)
      return content === undefined ? [] : [[name, hash('sha256', content)]]
    }),
  )
  return hash('sha256', JSON.stringify([settings, contents.flat()]))
}

/** A glob for each alternative in braces. */
function withoutBraces(glob: string): string[] {
  const [, before = '', alternatives, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(glob) ?? []
  if (alternatives === undefined) return [glob]
  return alternatives.split(',').flatMap((one) => withoutBraces(`${before}${one}${after}`))
}

/**
 * A folder that is made once for the same sources and copied by its users. Concurrent processes wait for the one that makes
 * it.
 *
 * @param make fills the folder, which exists only when it has succeeded
 */
export async function cachedFolder(
  name: string,
  sources: Sources,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const parent = join(cacheFolder, name)
  const folder = join(parent, await contentFingerprint(repositoryRoot, sources))
  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(`${parent}.lock`, async () => {
    if (existsSync(folder)) return
    await rm(parent, { recursive: true, force: true })
    const unfinished = `${folder}.new`
    await make(unfinished)
    await rename(unfinished, folder)
  })
  return folder
}
