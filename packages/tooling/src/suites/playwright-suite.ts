import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ensureBrowser } from '../browser/ensure-browser.ts'
import { installedProgram } from '../installed-program.ts'
import { runProgram } from './run-program.ts'
import { atLeastOne, broken, type Suite, type SuiteResult } from './suite.ts'

interface PlaywrightSuite {
  readonly title: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  /** What went wrong outside the tests. */
  readonly errors: readonly unknown[]
}

/**
 * A suite that Playwright runs, in a browser that is found or installed first.
 *
 * @param name the suite's
 * @param config Playwright's configuration, from the repository's root
 */
export function playwrightSuite(name: string, config: string): Suite {
  return {
    name,
    place: 'alone',
    async run({ signal, temporaryFolder, args, say }) {
      const browser = await ensureBrowser({ signal, say })
      const file = join(temporaryFolder, `${name}.json`)
      const { status, output } = await runProgram(
        installedProgram('@playwright/test', 'playwright'),
        ['test', `--config=${config}`, '--reporter=list,json', ...args],
        { signal, env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
      )
      const text = await readFile(file, 'utf8').catch(() => undefined)
      if (text === undefined)
        return broken(`${output}\nPlaywright ended with status ${status} and no report.`)
      // Playwright's own report of the run above.
      return readPlaywrightReport(JSON.parse(text) as PlaywrightReport, status, output)
    },
  }
}

/** Adds up a report. An error outside the tests, such as a site that does not start, counts as a failure. */
export function readPlaywrightReport(report: PlaywrightReport, status: number, output: string): SuiteResult {
  const tests = report.suites.flatMap((suite) => testsIn(suite, []))
  const count = (name: string) => tests.filter((test) => test.status === name).length
  // Without retries nothing is flaky; were it so, it would not have passed.
  const failed = count('unexpected') + count('flaky') + (report.errors.length > 0 ? 1 : 0)
  const skipped = tests.filter((test) => test.status === 'skipped')
  return atLeastOne({
    passed: count('expected'),
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: skipped.map(({ title, reason }) => `${title}: ${reason}`),
    report: output,
  })
}

function testsIn(
  { title, suites = [], specs = [] }: PlaywrightSuite,
  above: readonly string[],
): { title: string; status: string; reason: string }[] {
  const path = title === '' ? above : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, annotations }) => ({
      title: [...path, spec.title].join(' > '),
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason is given',
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsIn(suite, path))]
}
