import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'

/** Variables by which a person or a build machine names the browser, the first one ours. */
const variables = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_BIN', 'CHROME_PATH']

/** The first draws no window of its own around each page, which takes a browser as long as many a page. */
const commands = [
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
]

/**
 * Looks for a Chromium, Chrome or Edge that works: the one that a variable names, Playwright's own, then those in
 * `PATH`.
 *
 * @returns its path, or nothing when there is none
 * @throws when `CHROMIUM_PATH` names something that does not work, since another browser is not what was asked for
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const demanded = env['CHROMIUM_PATH']
  if (demanded !== undefined && demanded !== '' && !works(demanded)) {
    throw new Error(`CHROMIUM_PATH names ${demanded}, which is no browser that works here.`)
  }
  return candidates(env).find(works)
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  const named = variables.map((name) => env[name] ?? '').filter((path) => path !== '')
  const folders = (env['PATH'] ?? '').split(delimiter)
  const installed = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...named, chromium.executablePath(), ...installed]
}

/** Whether the file is there and starts; a stub of a package manager or a missing system library shows here. */
function works(path: string): boolean {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // where a browser asked for its version opens a window
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}
