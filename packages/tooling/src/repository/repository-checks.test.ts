import { describe, expect, test } from 'vitest'

import { isAllowed, refusedLicences } from './licences.ts'
import {
  installScripts,
  lettingScriptsRun,
  missingPlatforms,
  namedRegistries,
  readLockfile,
} from './lockfile.ts'
import { machineTraces } from './machine-traces.ts'
import { looseVersions, undocumentedDependencies } from './manifest.ts'

const manifest = (dependencies: Record<string, string>) => [{ path: 'package.json', dependencies }]
const lockfile = (packages: Record<string, object>) => readLockfile(JSON.stringify({ packages }))

describe('versions', () => {
  test('one exact version is asked for, also under another name', () => {
    const exact = {
      zod: '4.6.7',
      beta: '2.0.0-beta.2',
      'typescript-native': 'npm:typescript@7.0.2',
      scoped: 'npm:@a/b@1.0.0',
    }
    expect(looseVersions(manifest(exact))).toEqual([])
  })

  test.each([
    '^4.6.7',
    '~4.6.7',
    '4.x',
    '*',
    'latest',
    '>=4.0.0',
    '4.6',
    'npm:typescript@^7.0.2',
    'git+https://x/y',
    '',
  ])('"%s" is too loose', (version) => {
    expect(looseVersions(manifest({ zod: version }))).toHaveLength(1)
  })
})

describe('the list of dependencies', () => {
  const list = '| package | for |\n| --- | --- |\n| `zod` | schemas |\n'

  test('has a row for each of them, and none for our own packages', () => {
    expect(undocumentedDependencies(manifest({ zod: '4.6.7', '@giftwell/shared': '0.1.0' }), list)).toEqual(
      [],
    )
  })

  test('is short of one that was added, and long by one that was removed', () => {
    expect(undocumentedDependencies(manifest({ react: '19.0.0' }), list)).toEqual([
      'docs/dependencies.md has a row for zod, which nothing depends on.',
      'react has no row in docs/dependencies.md.',
    ])
  })
})

describe('the lockfile', () => {
  test('has no package with an install script beside those that may', () => {
    const packages = lockfile({ 'node_modules/a': { version: '1.0.0', hasInstallScript: true } })
    expect(installScripts(packages, [])).toEqual(['a 1.0.0 has an install script.'])
    expect(installScripts(packages, ['a'])).toEqual([])
  })

  test('has them run by nobody', () => {
    expect(lettingScriptsRun('audit=false\nignore-scripts=true\n')).toEqual([])
    for (const settings of ['', 'ignore-scripts=false', '# ignore-scripts=true', 'x-ignore-scripts=true']) {
      expect(lettingScriptsRun(settings)).toHaveLength(1)
    }
  })

  test('names no registry; our own packages are links and may say where they lead', () => {
    const packages = lockfile({
      'node_modules/@giftwell/shared': { resolved: 'packages/shared', link: true },
      'node_modules/a': { version: '1.0.0', resolved: 'https://somewhere.example/a.tgz' },
    })
    expect(namedRegistries(packages)).toEqual(['a is locked to https://somewhere.example/a.tgz.'])
  })

  test('holds the parts of a package for every platform, beside it or further up', () => {
    const optionalDependencies = { 'a-linux': '1.0.0', 'a-mac': '1.0.0' }
    const complete = {
      'packages/backend/node_modules/a': { version: '1.0.0', optionalDependencies },
      'packages/backend/node_modules/a-linux': { version: '1.0.0' },
      'node_modules/a-mac': { version: '1.0.0' },
    }
    expect(missingPlatforms(lockfile(complete))).toEqual([])
    expect(missingPlatforms(lockfile({ ...complete, 'node_modules/a-mac': { link: true } }))).toEqual([
      'a 1.0.0 wants a-mac, which the lockfile lacks.',
    ])
  })

  test('finds the parts of a package that lies in another package', () => {
    const nested = { version: '1.0.0', optionalDependencies: { part: '1.0.0' } }
    const packages = { 'node_modules/a/node_modules/b': nested }
    expect(missingPlatforms(lockfile(packages))).toHaveLength(1)
    for (const place of [
      'node_modules/a/node_modules/b/node_modules/part',
      'node_modules/a/node_modules/part',
      'node_modules/part',
    ]) {
      expect(missingPlatforms(lockfile({ ...packages, [place]: {} })), place).toEqual([])
    }
    expect(missingPlatforms(lockfile({ ...packages, 'node_modules/c/node_modules/part': {} }))).toHaveLength(
      1,
    )
  })
})

describe('licences', () => {
  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', '(MIT OR CC0-1.0)'])(
    '%s is agreed to',
    (licence) => {
      expect(isAllowed(licence)).toBe(true)
    },
  )

  test.each(['GPL-3.0-only', 'LGPL-2.1-or-later', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN LICENSE', ''])(
    '"%s" is not',
    (licence) => {
      expect(isAllowed(licence)).toBe(false)
    },
  )

  test('what the lockfile does not say is asked of the installed package, and silence is refused', () => {
    const packages = lockfile({ 'node_modules/a': {}, 'node_modules/b': { license: 'MIT' } })
    expect(refusedLicences(packages, () => 'ISC')).toEqual([])
    expect(refusedLicences(packages, () => undefined)).toEqual(['a has the licence (none).'])
  })
})

describe('traces of a machine', () => {
  // In parts, or this file would be one.
  const slash = '/'

  test.each([
    `const file = '${slash}home/anna/giftwell/x'`,
    `${slash}root/.cache`,
    `see ${slash}Users/anna/x`,
    String.raw`C:${'\\'}Users\anna`,
    `${slash}home/maryam/x`,
    `"resolved": "https:/${slash}registry.example.com/a"`,
  ])('%s is found', (line) => {
    expect(machineTraces('a.ts', `first\n${line}`)).toEqual([expect.stringMatching(/^a\.ts:2 names /)])
  })

  test.each([
    'see https://example.com/home/x',
    'apps/home/page.ts',
    './root/x',
    'the path /catalogue',
    `an invented person: ${slash}home/mary/x, ${slash}Users/Ada`,
    '/home',
  ])('%s is none', (line) => {
    expect(machineTraces('a.ts', line)).toEqual([])
  })
})
