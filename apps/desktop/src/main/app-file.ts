import { join, sep } from 'node:path'

import { isAppAddress } from './app-address.ts'

/** What an address of the app's scheme stands for: a built file, a page (which the one index.html draws), or nothing. */
export type AppFile =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page' }
  | { readonly kind: 'refused' }

/** Never part of a name that the build writes: what escapes a folder on some system, and what was encoded twice. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const forbidden = /[\u0000-\u001F\u007F\\:%]/

/**
 * Finds the file of an address within a folder. Anything that could lead out of it is refused: dots, encoded or not,
 * backslashes, drive letters, empty parts; so is another host. It looks at no disk.
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
  // Pages have no extension; an asset that is missing must not be answered with a page.
  if (parts[0] !== 'assets' && !parts.at(-1)?.includes('.')) return { kind: 'page' }

  const file = join(folder, ...parts)
  return file.startsWith(folder + sep) ? { kind: 'file', path: file } : { kind: 'refused' }
}

/** URL parsers resolve dots silently; an address that holds such parts was written by nobody of ours. */
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
