import { Refusal } from './refusal.ts'

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
    process.stderr.write(`${error instanceof Refusal ? error.message : words}\n`)
    process.exitCode = 1
  }
}
