import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Plugin } from 'vite'

import { cacheFolder } from '../repository-root.ts'

/** A process of the desktop app, which is bundled by itself. */
export type DesktopPart = 'main' | 'preload' | 'renderer'

/** A file of code that the bundler has made, and what is in it. */
export interface BundledFile {
  /** Below the part's folder, with `/`. */
  readonly name: string
  readonly bytes: number
  /** The files that are loaded with it, in any case. */
  readonly imports: readonly string[]
  /** The modules whose code is in it, by their path. */
  readonly modules: readonly string[]
}

/** Where the build writes down what is in the files of a part; not beside them, where it would be packed. */
export function bundleListOf(part: DesktopPart): string {
  return join(cacheFolder, `desktop-${part}.json`)
}

/** A Vite plugin that records which modules are in which file of a part, for the tests of what is loaded and packed. */
export function listBundle(part: DesktopPart): Plugin {
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
      await writeFile(bundleListOf(part), JSON.stringify(files, null, 2))
    },
  }
}

/** What the last build of the desktop app has put into the files of a part. */
export async function readBundleList(part: DesktopPart): Promise<readonly BundledFile[]> {
  // Written by listBundle and by nothing else.
  return JSON.parse(await readFile(bundleListOf(part), 'utf8')) as BundledFile[]
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

/** The bytes of files together. */
export function bytesOf(files: readonly BundledFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * Code that one process would load twice: a package from two folders (two versions of it) or in two forms (for `import`
 * and for `require`), and a module in two files. A sentence for each.
 */
export function doubledCode(files: readonly BundledFile[]): readonly string[] {
  const modules = files.flatMap((file) => file.modules)
  const sources = modules.filter((path) => !path.startsWith('\0')).map((path) => path.replace(/[?].*$/, ''))
  const packages = Map.groupBy(sources.flatMap(packageFile), ({ name }) => name)
  const repeated = new Set(modules.filter((path, index) => modules.indexOf(path) !== index))
  return [
    ...[...repeated].map((path) => `${path} is in more than one file`),
    ...[...packages].flatMap(([name, parts]) => {
      const folders = [...new Set(parts.map(({ folder }) => folder))].toSorted()
      const forms = new Set(parts.flatMap(({ form }) => form ?? []))
      return [
        ...(folders.length > 1 ? [`${name} comes from ${folders.join(' and ')}`] : []),
        ...(forms.size > 1 ? [`${name} is there for import and for require`] : []),
      ]
    }),
  ]
}

/** The package of a module, with its folder and its form as the paths of packages with two forms name it. */
function packageFile(path: string) {
  const [, folder, name, inside = ''] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.*)$/.exec(path) ?? []
  if (folder === undefined || name === undefined) return []
  const isModule = /(^|\/)(esm|es|module|mjs)\/|\.mjs$/.test(inside)
  const isScript = /(^|\/)(cjs|umd|commonjs)\/|\.cjs$/.test(inside)
  const form = isModule ? 'import' : isScript ? 'require' : undefined
  return [{ name, folder: folder.slice(folder.indexOf('node_modules/')), form }]
}
