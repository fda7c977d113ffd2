/**
 * An error whose message is one clear sentence for the user of the terminal. Programs print it on standard error and
 * exit with status 1.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
}

/** An error's code from the system, the database or a library, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** An error for the log: its stack without its other fields, since a database error may contain customers' data. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'
}
