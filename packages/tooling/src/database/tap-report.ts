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
  let passed = 0
  let planned: number | undefined
  const failures: string[] = []
  const remarks: string[] = []
  let remarked: string[] = remarks
  for (const line of lines.flatMap((text) => text.split('\n'))) {
    const plan = /^1\.\.(\d+)$/.exec(line)
    if (plan) planned = Number(plan[1])
    else if (/^ok\b/.test(line)) {
      passed += 1
      remarked = remarks
    } else if (/^not ok\b/.test(line)) {
      const failure = [line]
      remarked = failure
      failures.push(line)
    } else if (line.startsWith('#')) {
      remarked.push(line)
      if (remarked !== remarks) failures[failures.length - 1] = remarked.join('\n')
    }
  }
  const made = passed + failures.length
  if (planned === undefined) failures.push(`ended without a plan after ${made} assertions`)
  else if (planned !== made) failures.push(`planned ${planned} assertions and made ${made}`)
  else if (made === 0) failures.push('made no assertion')
  return { passed, failures }
}
