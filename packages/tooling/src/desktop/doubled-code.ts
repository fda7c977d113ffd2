import type { BundledFile } from './bundle-list.ts'

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
