/**
 * The fewest milliseconds between the first sight of a form and its sending. Nobody fills five fields faster than
 * that, unless the browser does it for them; then the form waits out the rest, and sends.
 */
export const shortestFillTime = 2000

/** How long a form that has been in sight for so many milliseconds still waits before it is sent. */
export function fillTimeLeft(inSight: number): number {
  return Math.min(shortestFillTime, Math.max(0, shortestFillTime - inSight))
}
