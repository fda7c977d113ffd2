/** The scheme of links that open the app, as in e-mails: `giftwell://admin/leads`. */
export const deepLinkScheme = 'giftwell'

/** Only paths of the back office: no query and no fragment, so that no link carries a token or fills in a form. */
const backOfficeLink = /^giftwell:\/\/admin((?:\/[a-z0-9-]{1,64}){0,6})\/?$/i

/** The page that a deep link opens, "/admin/leads"; null for everything that is not such a link, to the letter. */
export function parseDeepLink(link: string): string | null {
  const path = backOfficeLink.exec(link)?.[1]
  return path === undefined ? null : `/admin${path.toLowerCase()}`
}

/** The page of the deep link among a program's arguments, where Windows and Linux put it; null when there is none. */
export function findDeepLink(args: readonly string[]): string | null {
  return args.map(parseDeepLink).find((path) => path !== null) ?? null
}
