/** How a suite went. */
export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  /** What was left out and why, one sentence each. */
  readonly skipped: readonly string[]
  /** What a person needs to see when something failed. */
  readonly report: string
}

/** What a suite may use. */
export interface SuiteContext {
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal
  /** A folder of this run alone, removed at its end. */
  readonly temporaryFolder: string
  /** What was typed after the suite's name: a filter for its tests. */
  readonly args: readonly string[]
  /** Tells what is being done, for steps that take long. */
  readonly say: (line: string) => void
}

/** A part of `npm test` that can also be run alone, by its name. */
export interface Suite {
  readonly name: string
  /**
   * `checks` need little and run beside each other; `tests` come one after the other;
   * `alone` has the machine for itself, at the end.
   */
  readonly place: 'checks' | 'tests' | 'alone'
  run(context: SuiteContext): Promise<SuiteResult>
}

/** A suite that did not get as far as counting. */
export function broken(report: string): SuiteResult {
  return { passed: 0, failed: 1, skipped: [], report }
}

/** A suite without a single test has lost its tests somewhere, which is a failure; skipped ones count as there. */
export function atLeastOne(result: SuiteResult): SuiteResult {
  if (result.passed + result.failed + result.skipped.length > 0) return result
  return broken(`${result.report}\nNo test was found.`)
}
