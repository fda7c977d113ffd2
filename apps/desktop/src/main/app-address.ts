import { join, sep } from 'node:path'

/** The scheme of the app's own page, the only one shown in the window. */
export const appScheme = 'giftwell-app'

const appHost = 'app'

/** The URL of a path in the app. */
export function appAddress(path = '/'): string {
  return `${appScheme}://${appHost}${path}`
}

/**
 * Whether a URL is one of the app's own pages. Compares protocol and host: the origin of every custom scheme is "null",
 * and a substring can appear in a foreign URL.
 */
export function isAppAddress(address: string | null | undefined): boolean {
  if (address == null || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
}

/** What a URL of the app's scheme resolves to: a built file, a page (rendered by index.html), or nothing. */
type AppFile =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page' }
  | { readonly kind: 'refused' }

/** Characters that the build never writes: path tricks of any system, and double encoding. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const forbidden = /[\u0000-\u001F\u007F\\:%]/

/**
 * Resolves a URL to a file within a folder, without disk access. Refuses path traversal (dots, encoded or not,
 * backslashes, drive letters, empty segments) and other hosts.
 */
export function findAppFile(folder: string, address: string): AppFile {
  if (!isAppAddress(address) || hidesDots(address)) return { kind: 'refused' }
  const path = decoded(new URL(address).pathname)
  if (path === null || forbidden.test(path)) return { kind: 'refused' }

  const parts = path.split('/').slice(1)
  if (
    parts.some((part, index) => part === '..' || part === '.' || (part === '' && index < parts.length - 1))
  ) {
    return { kind: 'refused' }
  }
  // Pages have no extension. A missing asset must be a 404, not a page.
  if (parts[0] !== 'assets' && !parts.at(-1)?.includes('.')) return { kind: 'page' }

  const file = join(folder, ...parts)
  return file.startsWith(folder + sep) ? { kind: 'file', path: file } : { kind: 'refused' }
}

/** URL parsers resolve dot segments silently; our own pages never contain them. */
function hidesDots(address: string): boolean {
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(address.replace(/[?#].*$/s, ''))
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
