import { resolve } from 'node:path'

import { browserTests } from '@giftwell/tooling/browser/browser-tests.ts'
import { defineConfig } from '@playwright/test'

// The built app: its page in Chromium with the built main process behind it, and in Electron where there is one.
export default defineConfig({
  ...browserTests,
  testDir: 'e2e',
  globalSetup: './e2e/support/built-app.global-setup.ts',
  outputDir: resolve(import.meta.dirname, '../../test-results/desktop'),
})
