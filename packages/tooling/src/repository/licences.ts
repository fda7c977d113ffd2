import { type LockedPackages, nameAt } from './lockfile.ts'

/** Licences that allow what we do: use, change and ship, with at most a notice or the source of the package itself. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/** Packages with another licence, each with the reason why that is all right. */
const exceptions: Readonly<Record<string, string>> = {
  'caniuse-lite':
    'CC-BY-4.0: a table of browsers that build tools read; nothing of it is shipped, so there is nobody to attribute it to',
  'truncate-utf8-bytes':
    'WTFPL allows everything; electron-builder cuts file names with it, and it is not shipped',
}

/**
 * Packages whose licence nobody has agreed to. What the lockfile does not say is asked of the installed package.
 *
 * @param installedLicence the licence of the package in a place, as its package.json has it
 */
export function refusedLicences(
  packages: LockedPackages,
  installedLicence: (place: string) => string | undefined,
): string[] {
  return [...packages].flatMap(([place, { license }]) => {
    const name = nameAt(place)
    const licence = license ?? installedLicence(place)
    if (name in exceptions || (licence !== undefined && isAllowed(licence))) return []
    return [`${name} has the licence ${licence ?? '(none)'}.`]
  })
}

/** Understands expressions: of licences joined by OR one is enough, of those joined by AND every one counts. */
export function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, ' ')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())))
}
