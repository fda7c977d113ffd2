import { globSync } from 'node:fs'

import { installDebianPackages } from '../system/debian-packages.ts'

/** Where Debian, Ubuntu and Mozilla's packages put the programs. Firefox as a snap cannot read a profile of ours. */
const programs = {
  firefox: ['/usr/lib/firefox{-esr/firefox-esr,/firefox}'],
  webkit: ['/usr/bin/Xvfb', '/usr/bin/WebKitWebDriver', '/usr/lib/*/webkit2gtk-4.1/MiniBrowser'],
}
const packages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] }

/** A browser beside Chromium. */
export type OtherBrowser = keyof typeof programs

/** The paths of the programs that a browser needs, undefined where one is missing. */
export function programsOf(browser: OtherBrowser): readonly string[] | undefined {
  const paths = programs[browser].flatMap((pattern) => globSync(pattern)[0] ?? [])
  return paths.length === programs[browser].length ? paths : undefined
}

/** Installs, as root on Debian, the browsers that are missing. Returns those that can be run, and why others cannot. */
export async function ensureOtherBrowsers(log: (line: string) => void) {
  const all = ['firefox', 'webkit'] as const
  const isMissing = (browser: OtherBrowser) => programsOf(browser) === undefined
  const names = all.filter(isMissing).flatMap((browser) => packages[browser])
  if (names.length > 0) log(`Installing ${names.join(', ')} for the tests in Firefox and WebKit ...`)
  const failure = names.length === 0 ? undefined : await installDebianPackages(names)
  return {
    found: all.filter((browser) => !isMissing(browser)),
    missing: all
      .filter(isMissing)
      .map(
        (browser) =>
          `${browser}: it is not installed, and ${failure ?? 'its package has other paths'}. ` +
          `On Debian: apt-get install ${packages[browser].join(' ')}`,
      ),
  }
}
