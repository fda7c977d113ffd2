/** The scheme under which the app serves its own page; nothing else is ever shown in the window. */
export const appScheme = 'giftwell-app'

/** The one host of the scheme. */
export const appHost = 'app'

/** The address of a page of the app. */
export function appAddress(path = '/'): string {
  return `${appScheme}://${appHost}${path}`
}

/**
 * Whether an address is one of the app's own pages. Protocol and host are compared: the origin of a custom scheme is
 * "null" everywhere, and a part of the text may stand in anybody's address.
 */
export function isAppAddress(address: string | null | undefined): boolean {
  if (address == null || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
}
