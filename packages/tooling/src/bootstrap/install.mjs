import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { withFileLock } from './file-lock.mjs'

const npmArguments = [
  'ci',
  '--ignore-scripts', // no dependency needs an install script
  '--include=dev', // whatever NODE_ENV or the user's settings leave out
  '--include=optional', // Node itself is one of them
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error', // engine warnings are about the Node that installs, not the one that runs
]

/**
 * Installs what the lockfile names, unless it is installed already. Several processes at once install once.
 *
 * @param {string} root
 * @param {import('./run-task.mjs').Run} run
 * @param {AbortSignal} signal ends the wait for another installation, with an error
 * @returns {Promise<boolean>} whether everything is installed
 */
export async function install(root, run, signal) {
  if (isInstalled(root)) return true
  const onWait = (/** @type {string} */ holder) =>
    say(`Waiting for the installation that process ${holder} is doing here ...`)
  return withFileLock(
    join(root, '.install-lock'),
    async (share) => {
      if (isInstalled(root)) return true
      say('Installing the dependencies, which takes a while the first time ...')
      const began = Date.now()
      const [file, args, options] = npm()
      const status = await run(file, args, options, ({ pid }) => pid !== undefined && share(pid))
      if (signal.aborted) return false
      const seconds = Math.round((Date.now() - began) / 1000)
      if (status === 0) say(`Installed in ${seconds} s.`)
      else say(`The installation failed: npm ended with status ${status}. Its messages stand above.`)
      return status === 0
    },
    { signal, onWait },
  )
}

/**
 * Whether npm has installed the lockfile, by its own record: npm writes it when an installation is complete.
 *
 * @param {string} root
 */
function isInstalled(root) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  try {
    const installed = read('node_modules/.package-lock.json')
    return Object.entries(read('package-lock.json')).every(
      ([place, { version, optional, devOptional }]) =>
        !place.includes('node_modules/') ||
        (optional ?? devOptional) === true ||
        installed[place]?.version === version,
    )
  } catch {
    return false
  }
}

/** @returns {Parameters<import('./run-task.mjs').Run>} */
function npm() {
  const env = { ...process.env, npm_config_cache: writableCache() }
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { env, stdio: ['ignore', 2, 2] }
  const cli = process.env['npm_execpath'] ?? ''
  if (basename(cli) === 'npm-cli.js') return [process.execPath, [cli, ...npmArguments], options]
  // On Windows npm is a .cmd file, which only a shell can run.
  return ['npm', npmArguments, { ...options, shell: process.platform === 'win32' }]
}

/** npm's own cache folder, or a temporary one where the home folder cannot be written to. */
function writableCache() {
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return cache
  } catch {
    return mkdtempSync(join(tmpdir(), 'giftwell-npm-cache-'))
  }
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`)
}
