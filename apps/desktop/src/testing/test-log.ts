import type { Log } from '../main/log.ts'

export interface TestLog extends Log {
  readonly lines: readonly string[]
}

/** A log in memory. */
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
