/** What one test file said. */
export interface TapReport {
  readonly passed: number
  /** Failed assertions with pgTAP's remarks on them, and anything else that went wrong with the file. */
  readonly failures: readonly string[]
}

/**
 * Reads pgTAP's lines. A file that stops early, that plans another number of assertions than it makes, or that says
 * nothing at all, has failed.
 */
export function tapReport(lines: readonly string[]): TapReport {
  const text = lines.join('\n')
  const passed = [...text.matchAll(/^ok\b/gm)].length
  const failures = [...text.matchAll(/^not ok\b.*(?:\n#.*)*/gm)].map(([failure]) => failure)
  const planned = /^1\.\.(\d+)$/m.exec(text)?.[1]
  const made = passed + failures.length
  if (planned === undefined) failures.push(`ended without a plan after ${made} assertions`)
  else if (Number(planned) !== made) failures.push(`planned ${planned} assertions and made ${made}`)
  else if (made === 0) failures.push('made no assertion')
  return { passed, failures }
}
