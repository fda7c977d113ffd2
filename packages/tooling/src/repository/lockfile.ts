/** An entry of package-lock.json, as far as it is looked at. */
export interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Installed packages by their place, such as `node_modules/zod`; our own are not among them. */
export type LockedPackages = ReadonlyMap<string, LockedPackage>

/** Reads package-lock.json. */
export function readLockfile(text: string): LockedPackages {
  // Written by npm and by nothing else.
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  return new Map(
    Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && link !== true),
  )
}

/** The name of the package in a place. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Packages that want to run something when they are installed, beside those that may. */
export function installScripts(packages: LockedPackages, allowed: readonly string[]): string[] {
  return [...packages]
    .filter(([place, { hasInstallScript }]) => hasInstallScript === true && !allowed.includes(nameAt(place)))
    .map(([place, { version }]) => `${nameAt(place)} ${version} has an install script.`)
}

/** Whether the settings of npm, as .npmrc has them, let packages run scripts when they are installed. */
export function lettingScriptsRun(settings: string): string[] {
  return /^ignore-scripts=true$/m.test(settings) ? [] : ['.npmrc does not say ignore-scripts=true.']
}

/** Packages whose entry says where they were fetched from, which is nobody else's registry. */
export function namedRegistries(packages: LockedPackages): string[] {
  return [...packages]
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([place, { resolved }]) => `${nameAt(place)} is locked to ${resolved}.`)
}

/**
 * Packages whose parts for other platforms are missing. npm leaves them out when a registry lacks them, and `npm ci`
 * then refuses the lockfile, here and on the other platforms.
 */
export function missingPlatforms(packages: LockedPackages): string[] {
  return [...packages].flatMap(([place, { version, optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter((name) => !isReachable(packages, place, name))
    return missing.map((name) => `${nameAt(place)} ${version} wants ${name}, which the lockfile lacks.`)
  })
}

/** Whether a package is found from a place by looking into the node_modules of every folder on the way up. */
function isReachable(packages: LockedPackages, place: string, name: string): boolean {
  for (let folder = place; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages.has(`${folder}/node_modules/${name}`)) return true
  }
  return packages.has(`node_modules/${name}`)
}
