import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isDiskFull } from './data-folder/data-folder.ts'
import { stackOf, UserFacingError } from './process/errors.ts'
import { asJson, logToStandardError } from './process/terminal.ts'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * The program of `npm start`; an optional argument names the folder of the built website. With `--built-by PROGRAM` it
 * runs the program that builds the website, and prepares the database meanwhile. It prints one line on standard output
 * when the site is ready, and exits with 0 on SIGINT, on SIGTERM and when the parent process goes away.
 */
let server: RunningServer | null = null
let stoppingSince: number | null = null

/** One Ctrl-C may arrive several times within this: from the terminal, from npm, from the bootstrap. */
const repeatedSignalMs = 2000

async function stop(): Promise<void> {
  if (stoppingSince !== null) {
    // A second Ctrl-C ends the drain.
    if (performance.now() - stoppingSince > repeatedSignalMs) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  try {
    // A start can be interrupted anywhere, so there is nothing to close before the server is ready.
    await server?.close()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

// Before the settings are read.
const isJson = process.env['LOG_FORMAT'] === 'json'
const log = isJson ? asJson(logToStandardError) : logToStandardError
if (isJson) {
  // Replaces Node's own plain-text lines.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log(`${name}: ${message}`, 'warn'))
}

function fail(error: unknown): never {
  log(sentenceFor(error), 'error')
  process.exit(1)
}

function sentenceFor(error: unknown): string {
  if (error instanceof UserFacingError) return error.message
  if (isDiskFull(error)) return 'Giftwell stopped: the disk is full; free some space and start again.'
  return `Giftwell stopped: ${stackOf(error)}`
}

process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
if (process.channel !== undefined) process.once('disconnect', () => void stop())
process.on('uncaughtException', fail)

/** Builds the website unless it is up to date. A failed build ends this process, and this process ends the build. */
async function buildSite(program: string): Promise<void> {
  // Standard output has one line only.
  const build = fork(program, ['website', '--if-stale'], { stdio: ['ignore', 2, 2, 'ipc'] })
  process.once('exit', () => build.kill())
  const [status] = await once(build, 'exit')
  if (status !== 0 && stoppingSince === null) process.exit(typeof status === 'number' ? status : 1)
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'built-by': { type: 'string' } },
  })
  const program = values['built-by']
  const [siteFolder] = positionals
  server = await startServer(readSettings(process.env), {
    ...(siteFolder === undefined ? {} : { siteFolder: resolve(siteFolder) }),
    ...(program === undefined ? {} : { whenSiteIsBuilt: buildSite(program) }),
    log: logToStandardError,
  })
  process.stdout.write(`ready ${server.url}\n`)
} catch (error) {
  fail(error)
}
