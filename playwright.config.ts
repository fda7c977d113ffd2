import { browserTests } from '@giftwell/tooling/testing/browser-tests.ts'
import { defineConfig } from '@playwright/test'

// The website's end-to-end tests; those of the desktop app have a configuration of their own (apps/desktop).
export default defineConfig({
  ...browserTests,
  testDir: 'apps/storefront/e2e',
  testIgnore: '**/browsers/**',
  globalSetup: './apps/storefront/e2e/support/site.global-setup.ts',
  outputDir: 'test-results/storefront',
})
