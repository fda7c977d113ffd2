import { installDebianPackages } from '../system/debian-packages.ts'
import { installedProgram } from '../installed-program.ts'
import { runProgram } from '../suites/run-program.ts'
import { findBrowser } from './find-browser.ts'

/** How long a download may take before another way is tried. */
const downloadMs = 300_000

export interface EnsureBrowserOptions {
  readonly signal: AbortSignal
  /** Told what takes a while. */
  readonly say: (line: string) => void
}

/**
 * The path of a browser for the tests: one that is there, or else one that is installed now, by Playwright or, as
 * root on Debian, as the system's package.
 *
 * @throws with what to do when neither works
 */
export async function ensureBrowser({ signal, say }: EnsureBrowserOptions): Promise<string> {
  const there = findBrowser()
  if (there !== undefined) return there

  say('No Chromium, Chrome or Edge is installed. Trying `playwright install chromium` ...')
  const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadMs)])
  const playwright = await runProgram(
    installedProgram('@playwright/test', 'playwright'),
    ['install', 'chromium', '--no-shell'],
    { signal: limit, env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' } },
  )
  const downloaded = findBrowser()
  if (downloaded !== undefined) return downloaded
  signal.throwIfAborted()

  say('That did not help. Trying the package of Debian ...')
  const refused = await installDebianPackages(['chromium'])
  const packaged = findBrowser()
  if (packaged !== undefined) return packaged
  throw new Error(
    [
      'The end-to-end tests need a browser and none could be installed. Install Chrome, Chromium or Edge, or name one with CHROMIUM_PATH.',
      `Playwright said: ${lastLine(playwright.output)}`,
      `The system's packages: ${refused ?? 'installed, but the browser does not start'}`,
    ].join('\n'),
  )
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
