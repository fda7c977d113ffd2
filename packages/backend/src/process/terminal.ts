import { UserFacingError } from './errors.ts'

/** Prints one line for the user of the terminal. */
export type Log = (line: string) => void

/** Messages go to standard error, because standard output has the ready line only. */
export const logToStandardError: Log = (line) => {
  process.stderr.write(`${line}\n`)
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
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    // Without the error's other fields: a database error may contain customers' data.
    const reason = error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'
    process.stderr.write(`${error instanceof UserFacingError ? error.message : reason}\n`)
    process.exitCode = 1
  }
}
