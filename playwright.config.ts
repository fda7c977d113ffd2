import { defineConfig, devices } from '@playwright/test'

import { browserFlags } from '@giftwell/tooling/browser/browser-flags.ts'
import { findBrowser } from '@giftwell/tooling/browser/find-browser.ts'

// Looked for once: the workers, which read this file again, inherit the answer.
const executablePath = findBrowser()
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath

export default defineConfig({
  testDir: 'apps',
  testMatch: '*/e2e/**/*.spec.ts',
  globalSetup: './apps/storefront/e2e/support/site.global-setup.ts',
  outputDir: 'test-results',
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
})
