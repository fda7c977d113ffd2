import { devices, type PlaywrightTestConfig } from '@playwright/test'

import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './find-browser.ts'

// Looked for once: the workers, which read their configuration again, inherit the answer.
const executablePath = findBrowser()
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath

/** How every end-to-end test runs: on one browser, once, one after the other. */
export const browserTests = {
  // A test that passes at the second try hides something.
  retries: 0,
  forbidOnly: true,
  // The browser, the site and its database share the processors.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...browserFlags], ...(executablePath === undefined ? {} : { executablePath }) },
  },
} as const satisfies PlaywrightTestConfig
