/** What a measured value should be, in the value's own unit. */
export type Target = { readonly atMost: number } | { readonly atLeast: number }

/** One measured value. */
export interface Measurement {
  /** What was measured, in words that stand alone in a table: "filter click, cached, 4 times slower processor". */
  readonly name: string
  readonly value: number
  readonly unit: 'ms' | 's' | 'KB' | 'bytes' | 'requests/s' | 'points' | 'count' | 'ratio'
  readonly target?: Target
}

/** What a part may do beside measuring. */
export interface BenchContext {
  /** Tells the person at the terminal what is going on; the table is not meant for it. */
  say(line: string): void
}

/** A part of the benchmarks that can be asked for by its name. */
export interface BenchPart {
  /** As in `npm run bench -- NAME`. */
  readonly name: string
  /** What stands above its table. */
  readonly title: string
  /**
   * Measures, within a few minutes and on the loopback interface only; ends everything that it started.
   * @throws when something that it needs is missing or fails
   */
  run(context: BenchContext): Promise<readonly Measurement[]>
}

/** Whether a value is what it should be; true when nothing is said about it. */
export function isOnTarget({ value, target }: Pick<Measurement, 'value' | 'target'>): boolean {
  if (target === undefined) return true
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}
