import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

import { withFileLock } from './file-lock.mjs'
import { forgetInstall, isInstalled, recordInstall } from './install-stamp.mjs'

const temporaryCache = 'giftwell-npm-cache-'
/** How often somebody who waits for another install is told so. */
const reminderMs = 15_000

/**
 * Installs what the lockfile asks for, once, however many processes ask for it at the same time.
 *
 * @param {string} root
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether everything is in its place
 */
export function install(root, supervisor, say) {
  let nextReminder = 0
  return withFileLock(
    join(root, '.install-lock'),
    async (lock) => {
      if (isInstalled(root)) return true
      say('Installing the dependencies, which takes a while the first time ...')
      const began = Date.now()
      makeRoomForNode(root)
      forgetInstall(root)
      // The installer keeps the lock while it lives, so that nobody installs beside it when we are killed.
      const command = npmCi(root)
      const status = await supervisor.run(command, ({ pid }) => pid !== undefined && lock.share(pid))
      removeTemporaryCache(command.env)
      if (supervisor.stopped.aborted) return false
      if (status !== 0) {
        say(`The installation failed: npm ended with status ${status}. What it says stands above.`)
        return false
      }
      recordInstall(root)
      say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
      return true
    },
    {
      signal: supervisor.stopped,
      onWait: (holder, waited) => {
        if (waited < nextReminder) return
        nextReminder = waited + reminderMs
        const seconds = waited < 1000 ? '' : `, ${Math.round(waited / 1000)} s so far`
        say(`Waiting for the installation that process ${holder ?? '(unknown)'} is doing here${seconds} ...`)
      },
    },
  )
}

/**
 * @param {string} root
 * @returns {import('./supervisor.mjs').Command}
 */
function npmCi(root) {
  const args = [
    'ci',
    '--ignore-scripts', // no dependency needs one, and none shall run one unseen
    '--include=dev', // whatever NODE_ENV or the user's settings leave out
    '--include=optional', // Node itself is one of them
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error', // engine warnings are about the Node that installs, not the one that runs
  ]
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 2, 2]
  const common = { cwd: root, env: npmEnvironment(process.env), stdio }

  const npm = process.env['npm_execpath']
  if (npm !== undefined && basename(npm) === 'npm-cli.js' && existsSync(npm)) {
    return { file: nodeOutside(root), args: [npm, ...args], ...common }
  }
  const windows = process.platform === 'win32' // where npm is a .cmd file, which only a shell can run
  return { file: 'npm', args, ...common, shell: windows }
}

/**
 * A Node that stays while node_modules is replaced.
 *
 * @param {string} root
 */
function nodeOutside(root) {
  const npmsOwn = process.env['npm_node_execpath']
  return npmsOwn !== undefined && existsSync(npmsOwn) && !isInside(root, npmsOwn) ? npmsOwn : process.execPath
}

/**
 * Windows does not delete a running program but lets it be moved: when this very process runs on the Node in
 * node_modules, its file steps aside for the new one.
 *
 * @param {string} root
 */
function makeRoomForNode(root) {
  if (process.platform !== 'win32') return
  const aside = join(root, '.node-before-install.exe')
  try {
    rmSync(aside, { force: true })
    if (isInside(root, process.execPath)) renameSync(process.execPath, aside)
  } catch {
    // Another process still runs on it; npm says so if that is in the way.
  }
}

/**
 * npm wants a folder for its cache. Where the home folder cannot be written, a temporary one serves.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(env) {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? ''
  const cache = env['npm_config_cache'] ?? env['NPM_CONFIG_CACHE'] ?? (home && join(home, '.npm'))
  if (cache !== '' && canBeWritten(cache)) return env
  return { ...env, npm_config_cache: mkdtempSync(join(tmpdir(), temporaryCache)) }
}

/** @param {NodeJS.ProcessEnv} env */
function removeTemporaryCache({ npm_config_cache: cache = '' }) {
  if (basename(cache).startsWith(temporaryCache)) rmSync(cache, { recursive: true, force: true })
}

/**
 * @param {string} folder one that may still have to be made
 * @returns {boolean}
 */
function canBeWritten(folder) {
  if (!existsSync(folder)) return dirname(folder) !== folder && canBeWritten(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/**
 * @param {string} root
 * @param {string} path
 */
function isInside(root, path) {
  const way = relative(join(root, 'node_modules'), path)
  return way !== '' && !way.startsWith('..') && !/^[a-z]:/i.test(way)
}
