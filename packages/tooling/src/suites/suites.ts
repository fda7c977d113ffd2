import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { boundaries } from './boundaries-suite.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'
import { installedProgram } from '../installed-program.ts'
import { repository } from './repository-suite.ts'
import { runProgram } from '../system/run-program.ts'
import { resultOf, type Suite, type SuiteContext, type SuiteResult, sumFileVariable } from './suite.ts'

type Program = readonly [file: string, ...args: string[]]

/** Every suite of `npm test`, in the order in which they run. */
export const suites: readonly Suite[] = [
  // Reports the type errors of TypeScript, too (.oxlintrc.json).
  checks('lint', [installedProgram('oxlint', 'oxlint'), '.']),
  boundaries,
  checks('format', [installedProgram('oxfmt', 'oxfmt'), '--check', '.']),
  checks('unused', [installedProgram('knip', 'knip'), '--no-progress']),
  repository,
  checks(
    'build',
    ['packages/tooling/src/site/build-command.ts', '--if-stale'],
    ['packages/tooling/src/desktop/build-desktop-command.ts', '--if-stale'],
  ),
  {
    name: 'unit',
    kind: 'test',
    run: (context) =>
      runTests(
        [
          installedProgram('vitest', 'vitest'),
          'run',
          '--reporter=default',
          `--reporter=${sumReporter('vitest')}`,
        ],
        context,
      ),
  },
  {
    name: 'database',
    kind: 'test',
    run: (context) => runTests(['packages/tooling/src/database/run-database-tests.ts'], context),
  },
  playwright('e2e', 'playwright.config.ts'),
  playwright('desktop', 'apps/desktop/playwright.config.ts'),
]

/** Programs that end with status 0 when all is well, one after the other: a check each. */
function checks(name: string, ...programs: readonly Program[]): Suite {
  return {
    name,
    kind: 'check',
    async run({ args, signal }) {
      const results = []
      for (const [file, ...own] of programs)
        results.push(await runProgram(file, [...own, ...args], { signal }))
      const failed = results.filter(({ status }) => status !== 0)
      return {
        passed: results.length - failed.length,
        failed: failed.length,
        failures: [],
        skipped: [],
        report: failed.map(({ output }) => output).join('\n'),
      }
    },
  }
}

function playwright(name: string, config: string): Suite {
  return {
    name,
    kind: 'test',
    async run(context) {
      const browser = await ensureBrowser({ signal: context.signal, say: (line) => console.warn(line) })
      const program = installedProgram('@playwright/test', 'playwright')
      return runTests(
        [program, 'test', `--config=${config}`, `--reporter=list,${sumReporter('playwright')}`],
        context,
        {
          CHROMIUM_PATH: browser,
        },
      )
    },
  }
}

const sumReporter = (program: string) => join(import.meta.dirname, `${program}-sum.reporter.ts`)

/** Runs a program that writes its sum into a file. */
async function runTests(
  [file, ...own]: Program,
  { args, signal, temporaryFolder }: SuiteContext,
  env: Readonly<Record<string, string>> = {},
): Promise<SuiteResult> {
  const sumFile = join(temporaryFolder, 'sum.json')
  const result = await runProgram(file, [...own, ...args], {
    signal,
    env: { ...env, [sumFileVariable]: sumFile },
  })
  const sum = await readFile(sumFile, 'utf8').catch(() => '')
  await rm(sumFile, { force: true })
  return resultOf(sum, result)
}
