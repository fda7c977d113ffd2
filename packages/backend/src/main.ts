import { once } from 'node:events'
import { resolve } from 'node:path'
import { isDiskFull } from './data-folder/disk-reason.ts'
import { UserFacingError } from './process/errors.ts'
import { sayOnStandardError } from './process/terminal.ts'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * The program of `npm start`; an optional argument names the folder of the built website. With `--site-is-being-built`
 * it prepares the database first and reads the website when the parent process sends a message. It prints one line on
 * standard output when the site is ready, and exits with 0 on SIGINT, on SIGTERM and when the parent process goes away.
 */
const siteIsBeingBuilt = '--site-is-being-built'
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

function fail(error: unknown): never {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

function sentenceFor(error: unknown): string {
  if (error instanceof UserFacingError) return error.message
  if (isDiskFull(error)) return 'Giftwell stopped: the disk is full; make some room and start again.'
  // Without the error's other fields: a database error may contain customers' data.
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
