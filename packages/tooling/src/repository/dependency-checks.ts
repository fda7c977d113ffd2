/** A package.json of the repository. */
export interface Manifest {
  /** From the root of the repository. */
  readonly path: string
  /** Versions by name, of every kind of dependency. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** An entry of package-lock.json, as far as it is checked. */
interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
}

/** Installed packages by their place, such as `node_modules/zod`, without the repository's own. */
type LockedPackages = ReadonlyMap<string, LockedPackage>

const exactVersion = /^(npm:(@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i

/** Dependencies that are not pinned to one version. */
export function looseVersions(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ path, dependencies }) =>
    Object.entries(dependencies)
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${path}: ${name} is asked for as "${version}"; name one version.`),
  )
}

/** Differences between the dependencies and the rows of docs/dependencies.md, which begin with | `name` |. */
export function undocumentedDependencies(manifests: readonly Manifest[], document: string): string[] {
  const documented = new Set([...document.matchAll(/^\|\s*`([^`]+)`\s*\|/gm)].map((row) => row[1] ?? ''))
  const names = manifests.flatMap(({ dependencies }) => Object.keys(dependencies))
  const used = new Set(names.filter((name) => !name.startsWith('@giftwell/')))
  return [
    ...[...used]
      .filter((name) => !documented.has(name))
      .map((name) => `${name} has no row in docs/dependencies.md.`),
    ...[...documented]
      .filter((name) => !used.has(name))
      .map((name) => `docs/dependencies.md has a row for ${name}, which nothing depends on.`),
  ].toSorted()
}

/** Reads package-lock.json. */
export function readLockfile(text: string): LockedPackages {
  // npm writes the file.
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  return new Map(
    Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && link !== true),
  )
}

function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Packages with an install script, except the accepted ones. */
export function installScripts(packages: LockedPackages, accepted: readonly string[]): string[] {
  return [...packages]
    .filter(([place, { hasInstallScript }]) => hasInstallScript === true && !accepted.includes(nameAt(place)))
    .map(([place, { version }]) => `${nameAt(place)} ${version} has an install script.`)
}

/** Whether the settings in .npmrc stop npm from running install scripts. */
export function isIgnoringScripts(settings: string): boolean {
  return /^ignore-scripts=true$/m.test(settings)
}

/** Packages whose entry names the registry that they were fetched from: others may use a different one. */
export function namedRegistries(packages: LockedPackages): string[] {
  return [...packages]
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([place, { resolved }]) => `${nameAt(place)} is locked to ${resolved}.`)
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
  'caniuse-lite': 'CC-BY-4.0: a table of browsers that build tools read; nothing of it is shipped',
  pako: 'MIT and Zlib, which is as permissive; the benchmarks use it, and it is not shipped',
  'truncate-utf8-bytes':
    'WTFPL allows everything; electron-builder cuts file names with it, and it is not shipped',
}

/**
 * Packages whose licence is not accepted. A licence that the lockfile lacks is read from the installed package.
 *
 * @param installedLicence the licence of the package in a place, as its package.json has it
 */
export function refusedLicences(
  packages: LockedPackages,
  installedLicence: (place: string) => string | undefined,
): string[] {
  return [...packages].flatMap(([place, { license }]) => {
    const name = nameAt(place)
    const licence = license ?? installedLicence(place)
    if (name in licenceExceptions || (licence !== undefined && isAccepted(licence))) return []
    return [`${name} has the licence ${licence ?? '(none)'}.`]
  })
}

/** Understands expressions: of licences joined by OR one is enough, of those joined by AND all count. */
function isAccepted(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, ' ')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => acceptedLicences.has(licence.trim())))
}
