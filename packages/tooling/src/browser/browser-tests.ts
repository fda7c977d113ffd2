import { devices, type PlaywrightTestConfig } from '@playwright/test'

import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './find-browser.ts'

// Found once: the workers read this file again and inherit the variable.
const executablePath = findBrowser()
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath

/** How every end-to-end test runs: once, on two browsers, each with sites of its own. */
export const browserTests = {
  // A retry would hide a flaky test.
  retries: 0,
  forbidOnly: true,
  // What component tests prove, too, runs in `npm run test:full` only.
  ...(process.env['TEST_FULL'] === '1' ? {} : { grepInvert: /@full/ }),
  // Two browsers use the time in which one of them waits. The tests of a file run in one worker.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
