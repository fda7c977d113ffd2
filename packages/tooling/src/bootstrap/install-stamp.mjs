import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What npm writes last, after everything else is in its place. */
const npmRecord = join('node_modules', '.package-lock.json')
const ourRecord = join('node_modules', '.giftwell-install')

/** The parts of a package.json that decide what is installed; a changed script or description installs nothing. */
const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'workspaces',
]

/**
 * Says whether what is installed is what the lockfile and every package.json ask for.
 * An install that somebody made by hand with npm is recognised and recorded.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = wantedStamp(root)
  if (readText(join(root, ourRecord)) === wanted) return true
  if (!npmInstalledTheLockfile(root)) return false
  writeFileSync(join(root, ourRecord), wanted)
  return true
}

/**
 * Takes back the word that the install is complete. To be called before the folder is touched: a run that is
 * killed half-way then leaves a folder that nobody takes for whole.
 *
 * @param {string} root
 */
export function forgetInstall(root) {
  for (const record of [ourRecord, npmRecord]) rmSync(join(root, record), { force: true })
}

/** @param {string} root */
export function recordInstall(root) {
  writeFileSync(join(root, ourRecord), wantedStamp(root))
}

/**
 * The fingerprint of everything that decides what is installed: the lockfile, every package.json and the platform.
 *
 * @param {string} root
 */
export function wantedStamp(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of packageFolders(root))
    hash.update(`\n${folder}\n${JSON.stringify(dependencies(root, folder))}`)
  return hash.digest('hex')
}

/**
 * The root and every workspace, as paths from the root with forward slashes.
 *
 * @param {string} root
 */
function packageFolders(root) {
  /** @type {string[]} */
  const workspaces = readJson(join(root, 'package.json')).workspaces ?? []
  const found = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!existsSync(join(root, parent))) return []
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
  })
  return ['', ...found.filter((folder) => existsSync(join(root, folder, 'package.json'))).toSorted()]
}

/**
 * @param {string} root
 * @param {string} folder
 */
function dependencies(root, folder) {
  const manifest = readJson(join(root, folder, 'package.json'))
  return Object.fromEntries(dependencyFields.map((field) => [field, manifest[field] ?? {}]))
}

/**
 * Compares npm's own record of the folder with the lockfile, package by package.
 *
 * @param {string} root
 */
function npmInstalledTheLockfile(root) {
  const installed = recordedPackages(root)
  if (installed === undefined) return false
  const wanted = readJson(join(root, 'package-lock.json')).packages

  const inStep = packageFolders(root).every((folder) => {
    const locked = Object.fromEntries(dependencyFields.map((field) => [field, wanted[folder]?.[field] ?? {}]))
    return sameContent({ ...dependencies(root, folder), overrides: {} }, { ...locked, overrides: {} })
  })
  const complete = Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (found === undefined) return entry.optional === true && !isForThisPlatform(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
  return inStep && complete && Object.keys(installed).every((path) => path in wanted)
}

/** @param {string} root */
function recordedPackages(root) {
  try {
    return readJson(join(root, npmRecord)).packages
  } catch {
    return undefined // not there, or cut short by a killed run: the folder is not to be trusted either way
  }
}

/**
 * What may be missing: an optional package that is not clearly meant for this platform, and what only such a one needs.
 *
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForThisPlatform({ os, cpu, libc }) {
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined
}

/**
 * @param {unknown} a
 * @param {unknown} b
 */
function sameContent(a, b) {
  /** @param {unknown} value */
  const sorted = (value) =>
    JSON.stringify(value, (_key, part) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : part,
    )
  return sorted(a) === sorted(b)
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
