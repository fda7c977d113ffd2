import { resolve } from 'node:path'

import { browserTests } from '@giftwell/tooling/testing/browser-tests.ts'
import { defineConfig } from '@playwright/test'

// Tests the built app in Chromium, and in Electron when its binary is installed.
export default defineConfig({
  ...browserTests,
  // This suite runs beside another one (suites.ts), and a third site and browser cost more than their worker saves.
  workers: 2,
  testDir: 'e2e',
  // For the hosted workflow, which installs the app.
  testIgnore: process.env['GIFTWELL_INSTALLED'] === undefined ? 'installed.spec.ts' : [],
  globalSetup: './e2e/support/built-app.global-setup.ts',
  outputDir: resolve(import.meta.dirname, '../../test-results/desktop'),
})
