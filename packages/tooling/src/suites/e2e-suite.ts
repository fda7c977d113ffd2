import { demoVariable } from '../site/made-demo.ts'
import { startTestSite, type TestSite } from '../site/start-test-site.ts'
import { playwrightSuite } from './playwright-suite.ts'
import type { Suite, SuiteContext } from './suite.ts'

const playwright = playwrightSuite('e2e', 'playwright.config.ts')

/** The demo catalogue, when it was made before the tests. */
let made: TestSite | undefined

/** The built website on the embedded backend, in a real browser. */
export const e2e: Suite = {
  ...playwright,
  /** Makes the demo catalogue with its pictures, half a minute's work for one processor. */
  async prepare({ signal }: SuiteContext) {
    const site = await startTestSite('demo')
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
    try {
      await Promise.race([site.whenDrawn(), stopped])
      await site.halt()
      if (signal.aborted) throw new Error('The run was stopped.')
    } catch (error) {
      await site.stop()
      throw error
    }
    made = site
  },
  async run(context) {
    if (made === undefined) return playwright.run(context)
    process.env[demoVariable] = made.dataFolder
    try {
      return await playwright.run(context)
    } finally {
      delete process.env[demoVariable]
      await made.stop()
    }
  },
}
