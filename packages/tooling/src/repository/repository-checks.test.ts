import { describe, expect, test } from 'vitest'

import { changedMigrations } from './released-migrations.ts'
import {
  ignoresScripts,
  installScripts,
  looseCliCommands,
  looseVersions,
  missingSections,
  namedRegistries,
  readLockfile,
  refusedLicences,
  undocumentedDependencies,
  unlockedInstalls,
  unpinnedActions,
  workflowErrors,
} from './repository-checks.ts'

const manifest = (dependencies: Record<string, string>) => [{ path: 'package.json', dependencies }]
const lockfile = (packages: Record<string, object>) => readLockfile(JSON.stringify({ packages }))

test('a comment cites a section of product.md that exists, and a name in it', () => {
  const product = '# Product\n## 1. Purpose\n### 404 page\n## 2. Pages\n- **Figures**: all\n'
  const missing = (text: string) => missingSections('a.ts', `/** (product.md, ${text}). */`, product)
  expect(
    ['section 2', 'sections 1 and 2', 'section 1, 404 page', 'section 2, Figures'].flatMap(missing),
  ).toEqual([])
  expect(missing('section 3')).toEqual([
    'a.ts cites "product.md, section 3", which docs/product.md does not have.',
  ])
  expect(missing('sections 1, 2 and 3')).toHaveLength(1)
  expect(missing('section 1, Figures')).toHaveLength(1)
})

describe('versions', () => {
  test('one exact version is accepted, also under another name', () => {
    const exact = {
      zod: '4.6.7',
      beta: '2.0.0-beta.2',
      renamed: 'npm:typescript@7.0.2',
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
    const script = { version: '1.0.0', hasInstallScript: true }
    const packages = lockfile({ 'node_modules/a': script, 'node_modules/electron-winstaller': script })
    expect(installScripts(packages)).toEqual(['a 1.0.0 has an install script.'])
  })

  test('counts only when .npmrc stops install scripts', () => {
    expect(ignoresScripts('audit=false\nignore-scripts=true\n')).toBe(true)
    for (const settings of ['', 'ignore-scripts=false', '# ignore-scripts=true', 'x-ignore-scripts=true']) {
      expect(ignoresScripts(settings), settings).toBe(false)
    }
  })

  test('names no registry; our own packages are links and may say where they lead', () => {
    const packages = lockfile({
      'node_modules/@giftwell/shared': { resolved: 'packages/shared', link: true },
      'node_modules/a': { version: '1.0.0', resolved: 'https://somewhere.example/a.tgz' },
    })
    expect(namedRegistries(packages)).toEqual(['a is locked to https://somewhere.example/a.tgz.'])
  })
})

describe('licences', () => {
  const refused = (license: string) =>
    refusedLicences(lockfile({ 'node_modules/a': { license } }), () => undefined)

  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', '(MIT OR CC0-1.0)'])(
    '%s is accepted',
    (licence) => {
      expect(refused(licence)).toEqual([])
    },
  )

  test.each(['GPL-3.0-only', 'LGPL-2.1-or-later', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN LICENSE', ''])(
    '"%s" is refused',
    (licence) => {
      expect(refused(licence)).toHaveLength(1)
    },
  )

  test('a licence that the lockfile lacks is read from the installed package, and no licence is refused', () => {
    const packages = lockfile({ 'node_modules/a': {}, 'node_modules/b': { license: 'MIT' } })
    expect(refusedLicences(packages, () => 'ISC')).toEqual([])
    expect(refusedLicences(packages, () => undefined)).toEqual(['a has the licence (none).'])
  })
})

describe('the migrations of a release', () => {
  const released = { '1_tables.sql': 'a', '2_rules.sql': 'b' }

  test('stay as they were, beside new ones', () => {
    expect(changedMigrations({ released, found: { ...released, '3_keys.sql': 'c' } })).toEqual([])
  })

  test('are neither edited nor renamed', () => {
    const found = { '1_tables.sql': 'x', '2_other.sql': 'b' }
    expect(changedMigrations({ released, found })).toEqual([
      'supabase/migrations/1_tables.sql is part of a release and was changed; restore it, and write the change into a new migration.',
      'supabase/migrations/2_rules.sql is part of a release and is missing; restore it, and write the change into a new migration.',
    ])
  })
})

describe('workflows', () => {
  const commit = '8e8c483db84b4bee98b60c0593521ed34d9990e8'

  test('use actions of one commit, whose version stands beside it', () => {
    const step = (use: string) =>
      unpinnedActions('ci.yml', `steps:\n  - uses: ${use}\n  - name: x\n    uses: ${use}\n`)
    expect(step(`actions/checkout@${commit} # v6.0.1`)).toEqual([])
    for (const use of [
      'actions/checkout@v6',
      'actions/checkout@main',
      `actions/checkout@${commit}`,
      'actions/checkout',
    ]) {
      expect(step(use)).toHaveLength(2)
    }
  })

  const workflow = (runner: string, command: string) =>
    `on: push\njobs:\n  test:\n    runs-on: ${runner}\n    steps:\n      - run: ${command}\n`

  test('have no mistakes that actionlint finds, on the runners of today', async () => {
    for (const runner of ['ubuntu-24.04', 'windows-2025', 'macos-15']) {
      expect(await workflowErrors('ci.yml', workflow(runner, 'echo ${{ github.sha }}'))).toEqual([])
    }
    expect(await workflowErrors('ci.yml', workflow('ubuntu-1', 'echo ${{ gihtub.sha }}'))).toEqual([
      expect.stringContaining('ci.yml:4:14: label "ubuntu-1" is unknown'),
      expect.stringContaining('ci.yml:6:23: undefined variable "gihtub"'),
    ])
  })

  test.each([
    'npm ci',
    'npm install --global npm@11.19.1',
    'npm test -- build desktop',
    'npm audit --omit=dev',
    'sudo apt-get install --yes xvfb',
  ])('may run %s', (command) => {
    expect(unlockedInstalls('ci.yml', `run: ${command}\n`)).toEqual([])
  })

  test.each([
    'npm install',
    'npm i zod',
    'npm install --global npm@latest',
    'npm install --global other@1.0.0',
    'npx something',
    'cd x && npm exec thing',
    'yarn add x',
  ])('may not run %s: no lockfile says what comes', (command) => {
    expect(unlockedInstalls('ci.yml', `run: ${command}\n`)).toHaveLength(1)
  })
})

test('a command of the Supabase CLI names the version that the tests run, and its target', () => {
  const found = (command: string) => looseCliCommands('a.md', `Run \`${command}\`.`, '3.1.0')
  expect(
    [
      'npx supabase@3.1.0 login',
      'npx supabase@3.1.0 db push --remote',
      'npx supabase@3.1.0 config push',
    ].flatMap(found),
  ).toEqual([])
  for (const command of ['npx supabase login', 'npx supabase@3.0.0 login', 'npx supabase@3.1.0 db push'])
    expect(found(command)).toHaveLength(1)
})
