import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { cacheFolder } from '../repository-root.ts'

/** A process of the desktop app, which is bundled by itself. */
export type DesktopPart = 'main' | 'preload' | 'renderer'

/** A file of code that the bundler has made, and what is in it. */
export interface BundledFile {
  /** Below the part's folder, with `/`. */
  readonly name: string
  readonly bytes: number
  /** Whether it is loaded by its name: by Electron, or by the page. */
  readonly isEntry: boolean
  /** The files that are loaded with it, in any case. */
  readonly imports: readonly string[]
  /** The modules whose code is in it, by their path. */
  readonly modules: readonly string[]
}

/** Where the build writes down what is in the files of a part; not beside them, where it would be packed. */
export function bundleListOf(part: DesktopPart): string {
  return join(cacheFolder, `desktop-${part}.json`)
}

/** What the last build of the desktop app has put into the files of a part. */
export async function readBundleList(part: DesktopPart): Promise<readonly BundledFile[]> {
  // Written by listBundle and by nothing else.
  return JSON.parse(await readFile(bundleListOf(part), 'utf8')) as BundledFile[]
}
