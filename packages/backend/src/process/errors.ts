/**
 * A reason not to start, or not to do what a command asks: one clear sentence for the person at the terminal.
 * Whoever catches it prints the sentence on standard error and ends the process with status 1.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
}

/** The code that the system, the database or a library gave an error, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
