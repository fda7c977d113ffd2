import { resolve } from 'node:path'

import { browserTests } from '@giftwell/tooling/testing/browser-tests.ts'
import { defineConfig } from '@playwright/test'

// Playwright runs these tests, and drives neither browser: it needs builds of its own.
export default defineConfig({
  ...browserTests,
  testDir: '.',
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  globalSetup: '../support/site.global-setup.ts',
  outputDir: resolve(import.meta.dirname, '../../../../test-results/browsers'),
})
