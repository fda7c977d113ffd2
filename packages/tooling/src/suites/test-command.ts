import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { settingNames } from '@giftwell/backend/settings.ts'

import { endWithParent } from '../system/run-program.ts'
import { recordSeconds } from './record-seconds.ts'
import { type FinishedSuite, runSuites } from './suite.ts'
import { suites } from './suites.ts'

// `npm test [-- SUITE ... [FILTER ...]]`: the suites of every commit, or the named ones. What follows the name of a single suite goes
// to the program behind it. `--full` is `npm run test:full`; `--record` writes the seconds into docs/performance.md.

const names = suites.map(({ name }) => name)
const began = Date.now()
const typed = process.argv.slice(2).filter((arg) => arg !== '--full' && arg !== '--record')
const isFull = process.argv.includes('--full')
if (isFull) process.env['TEST_FULL'] = '1'
const named = suites.filter(({ name }) => typed.includes(name))
const selected = named.length > 0 ? named : suites.filter((suite) => isFull || suite.isFull !== true)
const args = typed.filter((arg) => !names.includes(arg))
if (args.length > 0 && named.length !== 1) {
  process.stderr.write(`Name one suite before "${args.join(' ')}": ${names.join(', ')}.\n`)
  process.exit(2)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal))
endWithParent(() => stopping.abort('disconnect'))

// The developer's environment may set them, for the site that `npm start` runs.
for (const name of settingNames) delete process.env[name]
// Nor do the tests read the machine's language and time zone, as Node, Firefox and WebKit do.
Object.assign(process.env, { LC_ALL: 'C.UTF-8', TZ: 'UTC' })
const temporaryFolder = await mkdtemp(join((await folderInMemory()) ?? tmpdir(), 'giftwell-suites-'))
// Servers of other users have their files below it.
await chmod(temporaryFolder, 0o711)
process.env['TMPDIR'] = temporaryFolder
// Programs write to the home folder, which is read-only in some containers.
await access(homedir(), constants.W_OK).catch(() => {
  Object.assign(process.env, {
    HOME: temporaryFolder,
    XDG_CONFIG_HOME: join(temporaryFolder, '.config'),
    XDG_CACHE_HOME: join(temporaryFolder, '.cache'),
  })
})
try {
  const context = { signal: stopping.signal, temporaryFolder, args }
  const finished = await runSuites(selected, context, print)
  if (stopping.signal.aborted) {
    log('Stopped.')
    process.exitCode = 130
  } else {
    if (process.argv.includes('--record')) await recordSeconds(finished, (Date.now() - began) / 1000)
    process.exitCode = conclude(finished)
  }
} finally {
  await rm(temporaryFolder, { recursive: true, force: true })
}

function print({ name, seconds, passed, failed, skipped, report, browser }: FinishedSuite): void {
  if (stopping.signal.aborted) return
  const counts = [
    `${passed} passed`,
    failed && `${failed} failed`,
    skipped.length && `${skipped.length} skipped`,
  ]
  const where = browser === undefined ? '' : ` in ${browser}`
  log(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${counts.filter(Boolean).join(', ')} (${seconds.toFixed(1)} s)${where}`,
  )
  if (failed > 0) log(`\n${report.trim()}\n`)
}

/** Prints the skipped tests and, as the last line, the sum. */
function conclude(finished: readonly FinishedSuite[]): number {
  const skipped = finished.flatMap((suite) => suite.skipped.map((sentence) => `  ${suite.name}: ${sentence}`))
  const failed = finished.filter((suite) => suite.failed > 0)
  if (skipped.length > 0) log(['', 'Skipped:', ...skipped].join('\n'))
  if (failed.length > 0) {
    log(`\nFailed: ${failed.map((suite) => suite.name).join(', ')} (see above)`)
    for (const suite of failed) for (const failure of suite.failures) log(`  ${suite.name}: ${failure}`)
  }

  const sum = (key: 'passed' | 'failed') => finished.reduce((total, suite) => total + suite[key], 0)
  log(`${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`)
  return failed.length > 0 ? 1 : 0
}

/**
 * Linux's folder of files in memory, where there is plenty: a database of a test is a thousand files, which take ten times as long
 * on a disk.
 */
async function folderInMemory(): Promise<string | undefined> {
  const folder = '/dev/shm'
  const plenty = 4 * 2 ** 30
  const found = await statfs(folder).catch(() => undefined)
  return found && found.bavail * found.bsize > plenty && process.availableMemory() > 2 * plenty
    ? folder
    : undefined
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}
