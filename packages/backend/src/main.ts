import { once } from 'node:events'
import { resolve } from 'node:path'
import { isDiskFull } from './data-folder/disk-reason.ts'
import { UserFacingError } from './process/errors.ts'
import { sayOnStandardError } from './process/terminal.ts'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * What `npm start` runs; another website's folder than that of the build may be given as an argument. With
 * `--site-is-being-built` the database is made ready meanwhile: the website is read when the process that started this
 * one sends it a message. It prints one line on standard output when the site answers, and ends with status 0 when it
 * is asked to: by SIGINT, by SIGTERM, or by the process that started it going away.
 */
const siteIsBeingBuilt = '--site-is-being-built'
let server: RunningServer | null = null
let stoppingSince: number | null = null

/** Within that one Ctrl-C may arrive several times: from the terminal, from npm, from the bootstrap. */
const repeatedSignalMs = 2000

async function stop(): Promise<void> {
  if (stoppingSince !== null) {
    // A second Ctrl-C ends the drain.
    if (performance.now() - stoppingSince > repeatedSignalMs) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  try {
    // A start can be interrupted anywhere, so there is nothing to close before the server answers.
    await server?.close()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

function sentenceFor(error: unknown): string {
  if (error instanceof UserFacingError) return error.message
  if (isDiskFull(error)) return 'Giftwell stopped: the disk is full; make some room and start again.'
  // Never the error itself: what the database adds to it may be customers' data.
  return `Giftwell stopped: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'}`
}

process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
if (process.channel !== undefined) process.once('disconnect', () => void stop())
process.on('uncaughtException', fail)

try {
  const words = process.argv.slice(2)
  const siteFolder = words.find((word) => word !== siteIsBeingBuilt)
  server = await startServer(readSettings(process.env), {
    ...(siteFolder === undefined ? {} : { siteFolder: resolve(siteFolder) }),
    ...(words.includes(siteIsBeingBuilt) ? { whenSiteIsBuilt: once(process, 'message') } : {}),
    say: sayOnStandardError,
  })
  process.stdout.write(`ready ${server.url}\n`)
} catch (error) {
  fail(error)
}
