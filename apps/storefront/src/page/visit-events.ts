/** Something that a visitor did, as the database's `count_events` takes it. */
export interface VisitEvent {
  readonly kind: string
  readonly key: string
}

/** Unsent events. `useVisitCounts`, which is loaded on idle, sends them. */
export const visitEvents: VisitEvent[] = []

/** Counts something on this day, without who did it (product.md, section 2, Figures). */
export function countEvent(kind: string, key: string): void {
  visitEvents.push({ kind, key })
}
