import { stackOf, UserFacingError } from './errors.ts'

/** From the fewest lines to the most: failures only, also slow and busy requests, all requests. */
export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** Prints one line for the user of the terminal; its level, by default `info`, is for programs that read it. */
export type Log = (line: string, level?: LogLevel) => void

/** Messages go to standard error, because standard output has the ready line only. */
export const logToStandardError: Log = (line) => {
  process.stderr.write(`${line}\n`)
}

/** The messages as JSON, one object a line, as the requests are logged. */
export function asJson(print: Log): Log {
  return (message, level = 'info') => {
    print(JSON.stringify({ time: new Date().toISOString(), level, event: 'message', message }), level)
  }
}

/**
 * Runs a terminal command: prints its lines on standard output and exits with 0, or prints the error on standard error
 * and exits with 1.
 */
export async function runCommand(
  command: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const lines = await command(process.argv.slice(2), process.env)
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof UserFacingError ? error.message : stackOf(error)}\n`)
    process.exitCode = 1
  }
}
