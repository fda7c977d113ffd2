type Unit = 'ms' | 'points' | 'ratio' | 'presses'

/** One measured value with its target, in its own unit. */
export interface Measurement {
  /** The measurement's label in the table: "filter click, cached, 4 times slower processor". */
  readonly name: string
  readonly value: number
  readonly unit: Unit
  readonly target?: { readonly atMost: number } | { readonly atLeast: number }
}

/** A part of the benchmarks that `npm run bench -- NAME` runs alone. */
export interface BenchPart {
  readonly title: string
  /**
   * Measures within a few minutes and stops everything that it started.
   *
   * @param log prints progress, which the table does not show
   * @throws when something that it needs is missing or fails
   */
  run(log: (line: string) => void): Promise<readonly Measurement[]>
}

/** A measurement that a limit bounds from above. */
export function atMost(limit: number, name: string, value: number, unit: Unit): Measurement {
  return { name, value, unit, target: { atMost: limit } }
}

/** A measurement that a limit bounds from below. */
export function atLeast(limit: number, name: string, value: number, unit: Unit): Measurement {
  return { name, value, unit, target: { atLeast: limit } }
}

/** Whether a value meets its target; true without one. */
export function isOnTarget({ value, target }: Measurement): boolean {
  if (target === undefined) return true
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

/** Measurements as a Markdown table, each with its target and whether it is met. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measurement) => {
    const { name, value, unit, target } = measurement
    const [limit, met] =
      target === undefined ? ['', ''] : [targetText(target, unit), isOnTarget(measurement) ? 'yes' : 'no']
    return `| ${name} | ${withUnit(value, unit)} | ${limit} | ${met} |`
  })
  return ['| what | measured | target | met |', '| --- | ---: | ---: | --- |', ...rows].join('\n')
}

function targetText(target: NonNullable<Measurement['target']>, unit: Unit): string {
  const [bound, limit] = 'atMost' in target ? ['at most', target.atMost] : ['at least', target.atLeast]
  return `${bound} ${withUnit(limit, unit)}`
}

function withUnit(value: number, unit: Unit): string {
  const rounded = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
  return unit === 'ms' ? `${rounded} ms` : rounded
}

/** The smallest value that this share of all values does not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
