import { devices, type PlaywrightTestConfig } from '@playwright/test'

import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './find-browser.ts'

// Looked for once: the workers, which read their configuration again, inherit the answer.
const executablePath = findBrowser()
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath

/** How every end-to-end test runs: once, on two browsers, each with sites of its own. */
export const browserTests = {
  // A test that passes at the second try hides something.
  retries: 0,
  forbidOnly: true,
  // A browser and its site share the processors, but while one waits the other works. The tests of a file stay together.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    // The film of every test takes the processors' time, and the last picture is kept anyway.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { args: [...browserFlags], ...(executablePath === undefined ? {} : { executablePath }) },
  },
} as const satisfies PlaywrightTestConfig
