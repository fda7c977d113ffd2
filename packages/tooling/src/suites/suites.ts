import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { boundaries } from './boundaries-suite.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'
import { ensureOtherBrowsers } from '../browser/other-browsers.ts'
import { repository } from './repository-suite.ts'
import { runProgram } from '../system/run-program.ts'
import { resultOf, type Suite, type SuiteContext, type SuiteResult, sumFileVariable } from './suite.ts'

type Program = readonly [file: string, ...args: string[]]

const buildCommand = 'packages/tooling/src/build/build-command.ts'

/** Every suite of `npm test`, in the order in which they run. */
export const suites: readonly Suite[] = [
  // Reports the type errors of TypeScript, too (.oxlintrc.json).
  checks('lint', ['node_modules/oxlint/bin/oxlint', '.']),
  boundaries,
  checks('format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']),
  checks('unused', ['node_modules/knip/bin/knip.js', '--no-progress']),
  repository,
  checks('build', [buildCommand, 'website', '--if-stale'], [buildCommand, 'desktop', '--if-stale']),
  {
    name: 'unit',
    kind: 'test',
    run: (context) =>
      runTests(
        [
          'node_modules/vitest/vitest.mjs',
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
  {
    name: 'browsers',
    kind: 'test',
    async run(context) {
      const { found, missing } = await ensureOtherBrowsers({ say })
      const none = { passed: 0, failed: 0, failures: [], skipped: [], report: '' }
      const projects = found.map((browser) => `--project=${browser}`)
      const result =
        found.length === 0
          ? none
          : await runPlaywright('apps/storefront/e2e/browsers/playwright.config.ts', projects, context)
      return { ...result, skipped: [...result.skipped, ...missing] }
    },
  },
]

const say = (line: string) => console.warn(line)

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
      const browser = await ensureBrowser({ signal: context.signal, say })
      return runPlaywright(config, [], context, { CHROMIUM_PATH: browser })
    },
  }
}

function runPlaywright(
  config: string,
  options: readonly string[],
  context: SuiteContext,
  env: Readonly<Record<string, string>> = {},
): Promise<SuiteResult> {
  const program = 'node_modules/@playwright/test/cli.js'
  const reporters = `--reporter=list,${sumReporter('playwright')}`
  return runTests([program, 'test', `--config=${config}`, reporters, ...options], context, env)
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
