import { playwrightSuite } from './playwright-suite.ts'

/** The built website on the embedded backend, in a real browser. */
export const e2e = playwrightSuite('e2e', 'playwright.config.ts')
