import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Plugin } from 'vite'

import { cacheFolder } from '../repository-root.ts'

/** A file of code that the bundler has made, and what is in it. */
interface BundledFile {
  readonly name: string
  readonly bytes: number
  /** The files that are loaded with it, in any case. */
  readonly imports: readonly string[]
  /** The modules whose code is in it, by their path. */
  readonly modules: readonly string[]
}

/** Where the build writes down what is in the files of main; not beside them, where it would be packed. */
export const bundleList = join(cacheFolder, 'desktop-main.json')

/** A Vite plugin that records which modules are in which file, for the tests of what is loaded. */
export function listBundle(): Plugin {
  return {
    name: 'giftwell:list-bundle',
    enforce: 'post',
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const files = chunks.map((chunk): BundledFile => {
        const modules = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        return {
          name: chunk.fileName,
          bytes: Buffer.byteLength(chunk.code),
          // Electron's and Node's modules are no files of the app.
          imports: chunk.imports.filter((name) => name in bundle),
          modules: modules.map(([path]) => path.replaceAll('\\', '/')),
        }
      })
      await mkdir(cacheFolder, { recursive: true })
      await writeFile(bundleList, JSON.stringify(files, null, 2))
    },
  }
}

/** What the last build of the desktop app has put into the files of main. */
export async function readBundleList(): Promise<readonly BundledFile[]> {
  // Written by listBundle and by nothing else.
  return JSON.parse(await readFile(bundleList, 'utf8')) as BundledFile[]
}

/**
 * The files that are loaded before the first line of an entry runs: the entry and its static imports, direct and
 * indirect.
 *
 * @throws when a file is named that is not among them
 */
export function loadedAtStart(files: readonly BundledFile[], entry: string): readonly BundledFile[] {
  const names = new Set([entry])
  const loaded: BundledFile[] = []
  // A set may grow while it is iterated.
  for (const name of names) {
    const file = files.find((candidate) => candidate.name === name)
    if (file === undefined) throw new Error(`No file of the build is named ${name}.`)
    loaded.push(file)
    file.imports.forEach((imported) => names.add(imported))
  }
  return loaded
}
