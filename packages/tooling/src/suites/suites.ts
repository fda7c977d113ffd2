import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { boundaryChecks } from '../boundaries/cruise-imports.ts'
import { browserVersion, ensureBrowser, ensureOtherBrowsers } from '../browser/ensure-browser.ts'
import { findPostgres } from '../database/start-postgres.ts'
import { repositoryChecks } from '../repository/repository-checks.ts'
import { runProgram } from '../system/run-program.ts'
import { type Sum, sumFileVariable } from '../system/sum.ts'
import { noTests, resultOf, type Suite, type SuiteContext, type SuiteResult } from './suite.ts'

type Program = readonly [file: string, ...args: string[]]

const build = 'packages/tooling/src/build/build-command.ts'
const log = (line: string) => console.warn(line)
const sumReporter = (program: string) => join(import.meta.dirname, `${program}-sum.reporter.ts`)

const installPostgres = () => findPostgres(log)
const installChromium = ({ signal }: SuiteContext) => ensureBrowser({ signal, log })
const installOtherBrowsers = () => ensureOtherBrowsers(log)

/** Every suite of `npm run test:full`; `npm test` leaves out those that are `isFull`. */
export const suites: readonly Suite[] = [
  // The longest of those that run two at a time.
  {
    name: 'database',
    runsAlone: false,
    install: installPostgres,
    run: (context) => runTests(['packages/tooling/src/database/run-database-tests.ts'], context),
  },
  // Reports the type errors of TypeScript, too (.oxlintrc.json).
  programs('lint', ['node_modules/oxlint/bin/oxlint', '.']),
  checks('boundaries', boundaryChecks),
  programs('format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']),
  programs('unused', ['node_modules/knip/bin/knip.js', '--no-progress']),
  checks('repository', repositoryChecks),
  programs('build', [build, 'website', '--if-stale'], [build, 'desktop', '--if-stale']),
  {
    name: 'desktop',
    runsAlone: false,
    install: installChromium,
    run: (context) => runPlaywright('apps/desktop/playwright.config.ts', context),
  },
  {
    name: 'browsers',
    runsAlone: false,
    isFull: true,
    install: installOtherBrowsers,
    async run(context) {
      const { found, missing } = await installOtherBrowsers()
      const projects = found.map((browser) => `--project=${browser}`)
      const program = playwright('apps/storefront/e2e/browsers/playwright.config.ts', ...projects)
      const result = found.length === 0 ? noTests : await runTests(program, context)
      return { ...result, skipped: [...result.skipped, ...missing] }
    },
  },
  {
    name: 'unit',
    runsAlone: true,
    install: installPostgres,
    run(context) {
      const reporters = ['--reporter=default', `--reporter=${sumReporter('vitest')}`]
      return runTests(['node_modules/vitest/vitest.mjs', 'run', ...reporters], context)
    },
  },
  {
    name: 'e2e',
    runsAlone: true,
    install: installChromium,
    run: (context) => runPlaywright('playwright.config.ts', context),
  },
]

/** Checks by name, each with its complaints. */
function checks(name: string, check: () => Promise<Readonly<Record<string, readonly string[]>>>): Suite {
  return {
    name,
    runsAlone: false,
    async run() {
      const all = Object.entries(await check())
      const broken = all.filter(([, complaints]) => complaints.length > 0)
      return {
        passed: all.length - broken.length,
        failed: broken.length,
        failures: broken.map(([name]) => name),
        skipped: [],
        report: broken.map(([name, complaints]) => `Failed: ${name}.\n${complaints.join('\n')}`).join('\n\n'),
      }
    },
  }
}

/** Programs that end with status 0 when all is well, one after the other: a check each. */
function programs(name: string, ...all: readonly Program[]): Suite {
  return {
    name,
    runsAlone: false,
    async run({ args, signal }) {
      const results = []
      for (const [file, ...own] of all) results.push(await runProgram(file, [...own, ...args], { signal }))
      const failed = results.filter(({ status }) => status !== 0)
      const report = failed.map(({ output }) => output).join('\n')
      return { ...noTests, passed: results.length - failed.length, failed: failed.length, report }
    },
  }
}

const playwright = (config: string, ...options: string[]): Program => {
  const reporters = `--reporter=list,${sumReporter('playwright')}`
  return ['node_modules/@playwright/test/cli.js', 'test', `--config=${config}`, reporters, ...options]
}

async function runPlaywright(config: string, context: SuiteContext): Promise<SuiteResult> {
  const path = await installChromium(context)
  const result = await runTests(playwright(config), context, { CHROMIUM_PATH: path })
  return { ...result, browser: `${browserVersion(path)}, ${path}` }
}

/** Runs a program that writes its sum into a file. */
async function runTests(
  [file, ...own]: Program,
  { args, signal, temporaryFolder }: SuiteContext,
  env: Readonly<Record<string, string>> = {},
): Promise<SuiteResult> {
  const sumFile = join(temporaryFolder, `sum-${randomUUID()}.json`)
  const result = await runProgram(file, [...own, ...args], {
    signal,
    env: { ...env, [sumFileVariable]: sumFile },
  })
  // `writeSum` has written it.
  const sum = await readFile(sumFile, 'utf8').then(
    (text) => JSON.parse(text) as Sum,
    () => undefined,
  )
  return resultOf(sum, result)
}
