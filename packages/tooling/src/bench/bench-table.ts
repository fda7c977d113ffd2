import { isOnTarget, type Measurement, type Target } from './bench-part.ts'

/** A part's measurements as a table in Markdown, each with its target and whether it is met. */
export function benchTable(measurements: readonly Measurement[]): string {
  return [
    '| what | measured | target | met |',
    '| --- | ---: | ---: | --- |',
    ...measurements.map((measurement) => {
      const { name, value, unit, target } = measurement
      const met = target === undefined ? '' : isOnTarget(measurement) ? 'yes' : 'no'
      return `| ${[name, withUnit(value, unit), target === undefined ? '' : goal(target, unit), met].join(' | ')} |`
    }),
  ].join('\n')
}

function goal(target: Target, unit: Measurement['unit']): string {
  return 'atMost' in target
    ? `at most ${withUnit(target.atMost, unit)}`
    : `at least ${withUnit(target.atLeast, unit)}`
}

function withUnit(value: number, unit: Measurement['unit']): string {
  const rounded = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
  return unit === 'count' || unit === 'ratio' || unit === 'points' ? rounded : `${rounded} ${unit}`
}
