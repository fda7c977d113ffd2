import { type VisitKind, visitKinds } from './visit.ts'

/** The table of a run in Markdown: how many, and the milliseconds that so many per cent of them took at most. */
export function latencyTable(latencies: ReadonlyMap<VisitKind, readonly number[]>): string {
  const rows = visitKinds.flatMap((kind) => {
    const sorted = (latencies.get(kind) ?? []).toSorted((one, other) => one - other)
    if (sorted.length === 0) return []
    const shares = [0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(sorted, share)))
    return [`| ${[kind, sorted.length, ...shares].join(' | ')} |`]
  })
  return [
    '| request | number | p50 | p95 | p99 | max |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The least entry that this share of all do not exceed (nearest rank); `sorted` has at least one, in order. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
