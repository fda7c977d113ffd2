/**
 * The moment or day in the site's language.
 * @param timeZone the reader's by default; `UTC` for a day without a time
 */
export function longDate(date: Date, timeZone?: 'UTC'): string {
  return date.toLocaleDateString('en-IN', { dateStyle: 'long', timeZone })
}

/** A moment that a server gave, in the site's language. */
export function longMoment(at: string | number): string {
  return new Date(at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' })
}
