import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFiles } from '../find-files.ts'

/** A package.json of the repository. */
export interface Manifest {
  /** Its path from the root. */
  readonly path: string
  /** Versions by name, every kind of dependency together. */
  readonly dependencies: Readonly<Record<string, string>>
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The package.json of the root and of every workspace. */
export async function readManifests(root: string): Promise<Manifest[]> {
  const paths = await findFiles(root, ['package.json', '{apps,packages}/*/package.json'])
  return Promise.all(
    paths.map(async (path) => {
      // The form of a package.json; npm has refused a broken one long before.
      const content = JSON.parse(await readFile(join(root, path), 'utf8')) as Partial<
        Record<(typeof kinds)[number], Record<string, string>>
      >
      return { path, dependencies: Object.assign({}, ...kinds.map((kind) => content[kind] ?? {})) }
    }),
  )
}

const exactVersion = /^(npm:(@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i

/** Dependencies that are not pinned to one version: an install of tomorrow must be that of today. */
export function looseVersions(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ path, dependencies }) =>
    Object.entries(dependencies)
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${path}: ${name} is asked for as "${version}"; name one version.`),
  )
}

/** Compares the dependencies with the rows of docs/dependencies.md, which begin with | `name` |. */
export function undocumentedDependencies(manifests: readonly Manifest[], document: string): string[] {
  const documented = new Set([...document.matchAll(/^\|\s*`([^`]+)`\s*\|/gm)].map((row) => row[1] ?? ''))
  const used = new Set(
    manifests.flatMap(({ dependencies }) =>
      Object.keys(dependencies).filter((name) => !name.startsWith('@giftwell/')),
    ),
  )
  return [
    ...[...used]
      .filter((name) => !documented.has(name))
      .map((name) => `${name} has no row in docs/dependencies.md.`),
    ...[...documented]
      .filter((name) => !used.has(name))
      .map((name) => `docs/dependencies.md has a row for ${name}, which nothing depends on.`),
  ].toSorted()
}
