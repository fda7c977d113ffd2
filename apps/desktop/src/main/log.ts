/** Where the main process writes down what happened; what it is given is redacted before it is written. */
export interface Log {
  info(message: string): void
  warn(message: string, cause?: unknown): void
  error(message: string, cause?: unknown): void
}
