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

/**
 * The files that are loaded before the first line of an entry runs: the entry, and what it imports by way of others;
 * nothing that is imported later by a call.
 *
 * @throws when a file is named that is not among them
 */
export function loadedAtStart(files: readonly BundledFile[], entry: string): readonly BundledFile[] {
  const named = (name: string) => {
    const file = files.find((candidate) => candidate.name === name)
    if (file === undefined) throw new Error(`No file of the build is named ${name}.`)
    return file
  }
  const loaded = new Set<BundledFile>()
  const load = (file: BundledFile) => {
    if (loaded.has(file)) return
    loaded.add(file)
    file.imports.forEach((name) => load(named(name)))
  }
  load(named(entry))
  return [...loaded]
}

/** The bytes of files together. */
export function bytesOf(files: readonly BundledFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * What one process would load twice: a package that comes from two folders (two versions of it), or in two forms (for
 * `import` and for `require`), and a module whose code is in two files. A sentence for each; none when all is there once.
 */
export function doubledCode(files: readonly BundledFile[]): readonly string[] {
  const modules = files.flatMap((file) => file.modules)
  const sources = modules.filter((path) => !path.startsWith('\0')).map((path) => path.replace(/[?].*$/, ''))
  return [
    ...doubled(modules).map((path) => `${path} is in more than one file`),
    ...listOf(sources, folderOf).map(([name, folders]) => `${name} comes from ${folders.join(' and ')}`),
    ...listOf(sources, formOf).map(([name]) => `${name} is there for import and for require`),
  ]
}

function doubled(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

/** The packages that have more than one value, with these. */
function listOf(paths: readonly string[], valueOf: (path: string) => string | null): [string, string[]][] {
  const values = new Map<string, Set<string>>()
  for (const path of paths) {
    const name = packageOf(path)
    const value = valueOf(path)
    if (name === null || value === null) continue
    values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return [...values].filter(([, { size }]) => size > 1).map(([name, all]) => [name, [...all].toSorted()])
}

const inPackage = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.*)$/

function packageOf(path: string): string | null {
  return inPackage.exec(path)?.[2] ?? null
}

function folderOf(path: string): string | null {
  const folder = inPackage.exec(path)?.[1]
  return folder === undefined ? null : folder.slice(folder.indexOf('node_modules/'))
}

/** By what packages with two forms name their folders or files; null where a path tells nothing. */
function formOf(path: string): string | null {
  const inside = inPackage.exec(path)?.[3] ?? ''
  if (/(^|\/)(esm|es|module|mjs)\/|\.mjs$/.test(inside)) return 'import'
  return /(^|\/)(cjs|umd|commonjs)\/|\.cjs$/.test(inside) ? 'require' : null
}
