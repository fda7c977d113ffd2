import { playwrightSuite } from './playwright-suite.ts'

/**
 * The built desktop app on the embedded backend: its page in a real browser with its main process behind it, and in
 * Electron where a binary is found.
 */
export const desktop = playwrightSuite('desktop', 'apps/desktop/playwright.config.ts')
