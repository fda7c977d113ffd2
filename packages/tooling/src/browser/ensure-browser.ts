import { runProgram } from '../system/run-program.ts'
import { installDebianPackages } from '../system/debian-packages.ts'
import { findBrowser } from './find-browser.ts'

interface EnsureBrowserOptions {
  readonly signal: AbortSignal
  /** Prints what takes a while. */
  readonly say: (line: string) => void
}

/**
 * The path of a browser for the tests: one that exists, or one that Playwright or, as root on Debian, apt-get installs.
 *
 * @throws with what to do when neither works
 */
export async function ensureBrowser({ signal, say }: EnsureBrowserOptions): Promise<string> {
  const existing = findBrowser()
  if (existing !== undefined) return existing

  say('No Chromium, Chrome or Edge is installed. Trying `playwright install chromium` ...')
  const program = 'node_modules/@playwright/test/cli.js'
  const { output } = await runProgram(program, ['install', 'chromium', '--no-shell'], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
  const downloaded = findBrowser()
  if (downloaded !== undefined) return downloaded
  signal.throwIfAborted()

  say('That did not help. Trying the package of Debian ...')
  const refused = await installDebianPackages(['chromium-headless-shell'])
  const packaged = findBrowser()
  if (packaged !== undefined) return packaged
  throw new Error(
    'The end-to-end tests need a browser and none could be installed. Install Chrome, Chromium or Edge, or name one ' +
      `with CHROMIUM_PATH.\nPlaywright: ${output.trim().split('\n').at(-1)}\n` +
      `Debian: ${refused ?? 'installed, but the browser does not start'}`,
  )
}
