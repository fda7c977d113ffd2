import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

import { installDebianPackages } from '../system/debian-packages.ts'
import { runProgram } from '../system/run-program.ts'

/** How every browser is started: nothing reaches for the network, and no sandbox where root forbids one. */
export const browserFlags: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Variables by which a person or a build machine names the browser, the first one ours. */
const variables = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_BIN', 'CHROME_PATH']

/** The first one draws no window around each page, which takes as long as many a page. */
const commands = [
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
]

/**
 * Looks for a working Chromium, Chrome or Edge: the one that a variable names, Playwright's own, then those in `PATH`.
 *
 * @returns its path, or nothing when there is none
 * @throws when `CHROMIUM_PATH` names something that does not work: no other browser replaces it
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const required = env['CHROMIUM_PATH']
  if (required !== undefined && required !== '' && !works(required))
    throw new Error(`CHROMIUM_PATH names ${required}, which is no browser that works here.`)
  const named = variables.map((name) => env[name] ?? '').filter((path) => path !== '')
  const folders = (env['PATH'] ?? '').split(delimiter)
  const installed = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...named, chromium.executablePath(), ...installed].find(works)
}

/** Whether the file is there and starts; a stub of a package manager or a missing system library fails here. */
function works(path: string): boolean {
  if (!existsSync(path)) return false
  return browserVersion(path) !== undefined
}

/** The name and version of a browser by its own account; nothing when it does not start. */
export function browserVersion(path: string): string | undefined {
  if (process.platform === 'win32') return 'Version unknown' // where a browser asked for its version opens a window
  const { status, stdout } = spawnSync(path, ['--version'], { timeout: 30_000, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

interface EnsureBrowserOptions {
  readonly signal: AbortSignal
  /** Prints what takes a while. */
  readonly log: (line: string) => void
}

/**
 * The path of a browser for the tests: an existing one, or one installed by Playwright or, as root on Debian, by apt-get.
 *
 * @throws with advice if neither works
 */
export async function ensureBrowser({ signal, log }: EnsureBrowserOptions): Promise<string> {
  const existing = findBrowser()
  if (existing !== undefined) return existing

  log('No Chromium, Chrome or Edge is installed. Trying `playwright install chromium` ...')
  const program = 'node_modules/@playwright/test/cli.js'
  const { output } = await runProgram(program, ['install', 'chromium', '--no-shell'], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
  const downloaded = findBrowser()
  if (downloaded !== undefined) return downloaded
  signal.throwIfAborted()

  log('That did not help. Trying the package of Debian ...')
  const failure = await installDebianPackages(['chromium-headless-shell'])
  const packaged = findBrowser()
  if (packaged !== undefined) return packaged
  throw new Error(
    'The end-to-end tests need a browser and none could be installed. Install Chrome, Chromium or Edge, or name one ' +
      `with CHROMIUM_PATH.\nPlaywright: ${output.trim().split('\n').at(-1)}\n` +
      `Debian: ${failure ?? 'installed, but the browser does not start'}`,
  )
}

/** Where Debian, Ubuntu and Mozilla's packages put the programs. Firefox as a snap cannot read a profile of ours. */
const programs = {
  firefox: ['/usr/lib/firefox{-esr/firefox-esr,/firefox}'],
  webkit: ['/usr/bin/Xvfb', '/usr/bin/WebKitWebDriver', '/usr/lib/*/webkit2gtk-4.1/MiniBrowser'],
}
const packages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] }

/** A browser beside Chromium. */
export type OtherBrowser = keyof typeof programs

/** The paths of the programs that a browser needs, undefined where one is missing. */
export function programsOf(browser: OtherBrowser): readonly string[] | undefined {
  const paths = programs[browser].flatMap((pattern) => globSync(pattern)[0] ?? [])
  return paths.length === programs[browser].length ? paths : undefined
}

/** Installs, as root on Debian, the browsers that are missing. Returns those that can be run, and why others cannot. */
export async function ensureOtherBrowsers(log: (line: string) => void) {
  const all = ['firefox', 'webkit'] as const
  const isMissing = (browser: OtherBrowser) => programsOf(browser) === undefined
  const names = all.filter(isMissing).flatMap((browser) => packages[browser])
  if (names.length > 0) log(`Installing ${names.join(', ')} for the tests in Firefox and WebKit ...`)
  const failure = names.length === 0 ? undefined : await installDebianPackages(names)
  return {
    found: all.filter((browser) => !isMissing(browser)),
    missing: all
      .filter(isMissing)
      .map(
        (browser) =>
          `${browser}: it is not installed, and ${failure ?? 'its package has other paths'}. ` +
          `On Debian: apt-get install ${packages[browser].join(' ')}`,
      ),
  }
}
