/** The moment or day in the site's language. */
export function longDate(date: Date): string {
  return date.toLocaleDateString('en-IN', { dateStyle: 'long' })
}

/** A moment that a server gave, in the site's language. */
export function longMoment(at: string | number): string {
  return new Date(at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' })
}
