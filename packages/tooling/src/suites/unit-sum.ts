/** How a run of Vitest went, as `unit-sum.reporter.ts` writes it down. */
export interface UnitSum {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
  /** What went wrong outside a test. */
  readonly errors: number
}

/** The variable that names the file for the sum. */
export const sumFileVariable = 'GIFTWELL_UNIT_SUM'
