import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFiles } from '../find-files.ts'
import { repositoryRoot } from '../repository-root.ts'
import {
  installScripts,
  isIgnoringScripts,
  looseVersions,
  type Manifest,
  namedRegistries,
  readLockfile,
  refusedLicences,
  undocumentedDependencies,
} from './dependency-checks.ts'
import { changedMigrations, migrationSums } from './released-migrations.ts'
import { unlockedInstalls, unpinnedActions, workflowErrors } from './workflow-checks.ts'

/** Packages with an install script that need not run, each with the reason. */
const acceptedInstallScripts: Readonly<Record<string, string>> = {
  'electron-winstaller':
    'it only picks a 7-Zip for Squirrel installers, which electron-builder could make and we do not (NSIS)',
}

/** What the dependencies and workflows must be like: a list of complaints for each check. */
export async function repositoryChecks() {
  const manifests = await readManifests()
  const locked = readLockfile(await readText('package-lock.json'))
  const documented = await readText('docs/dependencies.md')
  const ignoresScripts = isIgnoringScripts(await readText('.npmrc'))
  return {
    'every dependency is pinned': looseVersions(manifests),
    'every dependency is documented': undocumentedDependencies(manifests, documented),
    'no dependency has an install script': installScripts(locked, Object.keys(acceptedInstallScripts)),
    'npm runs no install scripts': ignoresScripts ? [] : ['.npmrc lacks ignore-scripts=true.'],
    'the lockfile names no registry': namedRegistries(locked),
    'every licence is accepted': refusedLicences(locked, installedLicence),
    'released migrations never change': changedMigrations(await migrationSums()),
    'actionlint finds nothing in the workflows': await inWorkflows(workflowErrors),
    'every action of a workflow is pinned': await inWorkflows(unpinnedActions),
    'workflows install only what the lockfile names': await inWorkflows(unlockedInstalls),
  }
}

const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

async function readManifests(): Promise<Manifest[]> {
  const paths = findFiles(repositoryRoot, ['package.json', '{apps,packages}/*/package.json'])
  return Promise.all(
    paths.map(async (path) => {
      // npm has read the same file before.
      const content = JSON.parse(await readText(path)) as Partial<Record<string, Record<string, string>>>
      return { path, dependencies: Object.assign({}, ...dependencyKinds.map((kind) => content[kind] ?? {})) }
    }),
  )
}

function installedLicence(place: string): string | undefined {
  try {
    const { license } = JSON.parse(readFileSync(join(repositoryRoot, place, 'package.json'), 'utf8'))
    return typeof license === 'string' ? license : undefined
  } catch {
    return undefined // a package for another platform is not installed
  }
}

async function inWorkflows(
  complaints: (path: string, text: string) => string[] | Promise<string[]>,
): Promise<string[]> {
  const paths = findFiles(repositoryRoot, ['.github/workflows/*.yml'])
  const found = await Promise.all(paths.map(async (path) => complaints(path, await readText(path))))
  return found.flat()
}

async function readText(path: string): Promise<string> {
  return readFile(join(repositoryRoot, path), 'utf8')
}
