import { devices, type PlaywrightTestConfig } from '@playwright/test'

import { browserFlags, findBrowser } from '../browser/ensure-browser.ts'

// Found once: the workers read this file again and inherit the variable.
const executablePath = findBrowser()
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath

/** How every end-to-end test runs: once, on three browsers, each with a site of its own. */
export const browserTests = {
  // A retry would hide a flaky test.
  retries: 0,
  forbidOnly: true,
  // What component tests, database tests or other walks prove, too, runs in `npm run test:full` only.
  ...(process.env['TEST_FULL'] === '1' ? {} : { grepInvert: /@full/ }),
  // One more than the processors: each uses the time in which another waits. The tests of a file run in one worker.
  workers: 3,
  // Some tests walk through several screens, and a machine may be several times slower than another.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    // A trace of every test takes a fifth of the time: `--trace retain-on-failure` makes them where they are needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...browserFlags], ...(executablePath === undefined ? {} : { executablePath }) },
  },
} as const satisfies PlaywrightTestConfig
