import type { Log } from '../main/log.ts'

/** A log that a test can read. */
export interface TestLog extends Log {
  readonly lines: readonly string[]
}

/** Creates a log that writes nowhere. */
export function createTestLog(): TestLog {
  const lines: string[] = []
  const write = (message: string, cause?: unknown) =>
    void lines.push(
      cause === undefined
        ? message
        : `${message}: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`,
    )
  return { info: write, warn: write, error: write, lines }
}
