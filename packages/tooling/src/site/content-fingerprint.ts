import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFiles } from '../find-files.ts'

export interface FingerprintOptions {
  /** Globs, relative to the root. */
  readonly files: readonly string[]
  /** Globs of what lies among them and does not count. */
  readonly except: readonly string[]
  /** Whatever else decides the result, such as settings from the environment. */
  readonly also: unknown
}

/** The same for the same names and contents of files, wherever and whenever; another one as soon as a byte differs. */
export async function contentFingerprint(root: string, options: FingerprintOptions): Promise<string> {
  const names = findFiles(root, options.files, options.except)
  const contents = await Promise.all(
    names.map(async (name) => {
      // Folders match a glob, too.
      const content = await readFile(join(root, name)).catch(() => undefined)
      return content && [name, hash('sha256', content)]
    }),
  )
  return hash('sha256', JSON.stringify([options.also, contents]))
}
