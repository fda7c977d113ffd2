const day = 24 * 60 * 60 * 1000
const longestAge = 14 * day
/** A clock that was put right, or a journey; more than that, and the time was never true. */
const mostAhead = day

/** Whether what was read then, an ISO date, may still be shown without asking the server: for fourteen days. */
export function isFresh(readAt: string): boolean {
  const age = Date.now() - Date.parse(readAt)
  return age <= longestAge && age >= -mostAhead
}
