import type { BundledFile } from './bundle-list.ts'

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
