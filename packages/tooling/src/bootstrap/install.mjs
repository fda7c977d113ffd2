import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { withFileLock } from './file-lock.mjs'
import { root, log, startProgram, stopping } from './start-program.mjs'

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

/** Installs the lockfile's packages, unless they are installed. Concurrent processes install once. */
export async function install() {
  if (isInstalled()) return true
  const { signal } = stopping
  try {
    return await withFileLock(join(root, '.install-lock'), async (pass) => isInstalled() || runNpm(pass), {
      signal,
      onWait: (holder) => log(`Waiting for the installation that process ${holder} is doing here ...`),
    })
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** @param {(pid: number) => void} pass */
async function runNpm(pass) {
  log('Installing the dependencies, which takes a while the first time ...')
  const began = Date.now()
  // On Windows npm is a .cmd file, which only a shell can run.
  const cli = process.env['npm_execpath'] ?? ''
  const [file, ...args] = basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm']
  const { pid, ended } = startProgram(file, [...args, ...npmArguments], {
    env: { ...process.env, npm_config_cache: writableCache() },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && file === 'npm',
  })
  if (pid !== undefined) pass(pid)
  const status = await ended
  if (stopping.signal.aborted) return false
  if (status === 0) log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
  else log(`The installation failed: npm ended with status ${status}. Its messages stand above.`)
  return status === 0
}

/** Whether npm has installed the lockfile, by its own record: npm writes it when an installation is complete. */
function isInstalled() {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  try {
    const installed = read('node_modules/.package-lock.json')
    return Object.entries(read('package-lock.json')).every(
      ([path, { version, optional, devOptional }]) =>
        !path.includes('node_modules/') ||
        (optional ?? devOptional) === true ||
        // A workspace's link has no version.
        (path in installed && installed[path].version === version),
    )
  } catch {
    return false
  }
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
