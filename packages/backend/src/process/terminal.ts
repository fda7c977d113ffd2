import { UserFacingError } from './errors.ts'

/** Tells the person at the terminal something, in one line. */
export type Say = (line: string) => void

/** Everything that people read goes to standard error; standard output carries the ready line alone. */
export const sayOnStandardError: Say = (line) => {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command of the terminal: prints what it answers on standard output and ends with 0, or says why not on
 * standard error and ends with 1.
 */
export async function runCommand(
  command: (words: readonly string[], env: NodeJS.ProcessEnv) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const lines = await command(process.argv.slice(2), process.env)
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    // Never the whole error: what the database adds to it may be customers' data.
    const words = error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'
    process.stderr.write(`${error instanceof UserFacingError ? error.message : words}\n`)
    process.exitCode = 1
  }
}
