/** The message of an error for the user. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'
}
