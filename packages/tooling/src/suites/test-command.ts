import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { endWithParent } from '../end-with-parent.ts'
import { ensureWritableHome } from '../writable-home.ts'
import { boundaries } from './boundaries-suite.ts'
import { build, format, lint, types } from './check-suites.ts'
import { database } from './database-suite.ts'
import { desktop } from './desktop-suite.ts'
import { playwrightSuite } from './playwright-suite.ts'
import { repository } from './repository-suite.ts'
import { type FinishedSuite, runSuites } from './run-suites.ts'
import type { Suite } from './suite.ts'
import { unit } from './unit-suite.ts'

// `npm test [-- SUITE ... [FILTER ...]]`: every suite, or those that are named. What follows the name of a single
// suite goes to the program behind it.

const all: readonly Suite[] = [
  types,
  lint,
  boundaries,
  format,
  repository,
  build,
  unit,
  database,
  playwrightSuite('e2e', 'playwright.config.ts'),
  desktop,
]

const typed = process.argv.slice(2)
const chosen = typed.filter((word) => all.some((suite) => suite.name === word))
const rest = typed.filter((word) => !chosen.includes(word))
if (rest.length > 0 && chosen.length !== 1) {
  process.stderr.write(
    `Name one suite before "${rest.join(' ')}": ${all.map((suite) => suite.name).join(', ')}.\n`,
  )
  process.exit(2)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal))
endWithParent(() => stopping.abort('disconnect'))

const temporaryFolder = await mkdtemp(join(tmpdir(), 'giftwell-suites-'))
await ensureWritableHome(temporaryFolder)
try {
  const finished = await runSuites(
    chosen.length === 0 ? all : all.filter((suite) => chosen.includes(suite.name)),
    { signal: stopping.signal, temporaryFolder, args: rest, say },
    print,
  )
  if (stopping.signal.aborted) {
    say('Stopped.')
    process.exitCode = 130
  } else {
    process.exitCode = conclude(finished)
  }
} finally {
  await rm(temporaryFolder, { recursive: true, force: true })
}

function print({ name, seconds, passed, failed, skipped, report }: FinishedSuite): void {
  if (stopping.signal.aborted) return
  const counts = [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped.length > 0 && `${skipped.length} skipped`,
  ]
  say(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts.filter(Boolean).join(', ')} (${seconds.toFixed(1)} s)`)
  if (failed > 0) say(`\n${report.trim()}\n`)
}

/** Ends the run with its sum, what was skipped named above it. */
function conclude(finished: readonly FinishedSuite[]): number {
  const skipped = finished.flatMap((suite) => suite.skipped.map((sentence) => `  ${suite.name}: ${sentence}`))
  const failed = finished.filter((suite) => suite.failed > 0)
  if (skipped.length > 0) say(['', 'Skipped:', ...skipped].join('\n'))
  if (failed.length > 0) say(`\nFailed: ${failed.map((suite) => suite.name).join(', ')} (see above)`)

  const sum = (count: (suite: FinishedSuite) => number) =>
    finished.reduce((total, suite) => total + count(suite), 0)
  const line = `${sum((suite) => suite.passed)} passed, ${sum((suite) => suite.failed)} failed, ${skipped.length} skipped`
  process.stdout.write(`${line}\n`)
  return failed.length > 0 ? 1 : 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
