/**
 * Minimum milliseconds between showing a form and sending it. People are slower unless the browser autofills; then the form
 * waits for the remaining time.
 */
export const minFillTimeMs = 2000

/** Milliseconds to wait before sending a form that has been visible for `visibleMs` milliseconds. */
export function fillTimeLeft(visibleMs: number): number {
  return Math.min(minFillTimeMs, Math.max(0, minFillTimeMs - visibleMs))
}
