import type { App } from 'electron'

import type { Log } from './log.ts'

/** What tells of errors that nobody caught. */
export interface Failing {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (cause: unknown) => void): unknown
}

/**
 * Writes down every error of the main process that nobody caught, and every helper process of Chromium that ended. The
 * app goes on: the window and what is typed in it are worth more than a clean end.
 */
export function logFailures(program: Failing, app: App, log: Log): void {
  program.on('uncaughtException', (cause) => log.error('An error was not caught', cause))
  program.on('unhandledRejection', (cause) => log.error('A promise was rejected', cause))
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error(`The ${type} process ended: ${reason} (${exitCode})`)
  })
}
