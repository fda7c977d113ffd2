const home = '/admin'

/** The back-office page to show after signing in: the one first asked for, and never anything outside the back office. */
export function pageAskedFor(locationState: unknown): string {
  const asked: unknown = Object(locationState).askedFor
  return typeof asked === 'string' && /^\/admin(\/(?!login)[\w/-]*)?([?#].*)?$/.test(asked) ? asked : home
}
