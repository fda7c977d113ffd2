import { describe, expect, test } from 'vitest'

import { breakingStatements, brokenReleases } from './released-migrations.ts'
import {
  ignoresScripts,
  installScripts,
  looseVersions,
  namedRegistries,
  readLockfile,
  refusedLicences,
  undocumentedDependencies,
  unlockedInstalls,
  unpinnedActions,
  workflowErrors,
  uncheckedReads,
} from './repository-checks.ts'

const manifest = (dependencies: Record<string, string>) => [{ path: 'package.json', dependencies }]
const lockfile = (packages: Record<string, object>) => readLockfile(JSON.stringify({ packages }))

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
    expect(undocumentedDependencies(manifest({ zod: '4.6.7', '@giftwell/shared': '1.0.0' }), list)).toEqual(
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

/** A migration as the repository has it; its sum stands for its text. */
const text = (sum: string, script = '') => ({ sum, script })

describe('the migrations of a release', () => {
  const tables = '20270101000100_tables.sql'
  const rules = '20270101000200_rules.sql'
  const released = { [tables]: 'a', [rules]: 'b' }
  const same = { [tables]: text('a'), [rules]: text('b') }

  test('stay as they were, beside newer ones', () => {
    expect(brokenReleases({ released, found: same })).toEqual([])
    expect(brokenReleases({ released, found: { ...same, '20270102000000_keys.sql': text('c') } })).toEqual([])
    expect(brokenReleases({ released: {}, found: same })).toEqual([])
  })

  test('are not edited', () => {
    expect(brokenReleases({ released, found: { ...same, [rules]: text('x') } })).toEqual([
      `supabase/migrations/${rules} is part of a release and was changed; restore it, and write the change into a new migration.`,
    ])
  })

  test('are not removed', () => {
    expect(brokenReleases({ released, found: { [tables]: text('a') } })).toEqual([
      `supabase/migrations/${rules} is part of a release and is missing; restore it, and write the change into a new migration.`,
    ])
  })

  test('are not renamed, which would apply them again', () => {
    for (const name of ['20270101000200_others.sql', '20270101000150_rules.sql'])
      expect(brokenReleases({ released, found: { [tables]: text('a'), [name]: text('b') } })).toEqual([
        expect.stringContaining(`${rules} is part of a release and is missing; restore it`),
        expect.stringContaining(`${name} is new and sorts before`),
      ])
  })

  test('come before every new one', () => {
    const early = '20270101000199_keys.sql'
    expect(brokenReleases({ released, found: { ...same, [early]: text('c') } })).toEqual([
      `supabase/migrations/${early} is new and sorts before ${rules}, which is part of a release, so that databases of the release would apply it out of order; name it by a later time.`,
    ])
  })

  test('a file whose name is not a migration’s is refused, since nothing applies it', () => {
    expect(brokenReleases({ released, found: same, ignored: ['2027_keys.sql'] })).toEqual([
      'supabase/migrations/2027_keys.sql is not named as a migration, so that it is applied nowhere; name it by its time, such as 20270131120000_topic.sql.',
    ])
  })
})

describe('a migration after a release', () => {
  const released = { '20270101000100_tables.sql': 'a' }
  const found = (script: string) => ({
    '20270101000100_tables.sql': text('a'),
    '20270201000000_new.sql': text('c', script),
  })
  const complaints = (script: string) => breakingStatements({ released, found: found(script) })

  test.each([
    'alter table public.products add column weight integer;',
    'alter table public.products add column weight numeric(10, 2) not null default 0, add column note text;',
    'create table public.tags (id uuid primary key, name text not null);',
    'alter table public.products alter column weight set default 0; update public.products set weight = 0; alter table public.products alter column weight set not null;',
    'drop index public.products_by_name; drop trigger a on public.products; drop policy "staff" on public.products;',
    'drop function public.find(text); drop function private.find(text); create function private.find(words text, language text default null) returns void language sql as $$ $$;',
    "comment on table public.products is 'never drop table this; rename nothing';",
    '-- Later: drop table public.products;\nselect 1;',
  ])('may add and replace: %s', (script) => {
    expect(complaints(script)).toEqual([])
  })

  test.each([
    'alter table public.products drop column colour',
    'alter table public.products drop colour',
    'alter table public.products drop constraint checked, drop column colour',
    'drop table if exists public.products',
    'drop function private.find(text)',
    'drop view public.listed',
    'drop type public.state',
    'alter table public.products rename column colour to paint',
    'alter table public.products\n  rename to goods',
    'alter function private.find(text) rename to seek',
    'alter table public.products alter column colour set not null',
    'alter table public.products add column weight integer not null, add column note text default null',
  ])('may not break the version before: %s', (statement) => {
    const script = `-- Why.\nselect 1;\n${statement};\nselect 2;\n`
    expect(complaints(script)).toEqual([
      `supabase/migrations/20270201000000_new.sql: "${statement.replaceAll(/\s+/g, ' ').slice(0, 80)}" breaks the version before, which still serves during an update. Stop using it in one release, do this in a later one, and write that above it: -- unused since 1.1.0`,
    ])
    const noted = `select 1;\n-- The colour; unused since 1.1.0.\n${statement};\n`
    expect(complaints(noted), 'with a note').toEqual([])
    expect(complaints(`-- unused since 1.1.0\nselect 1;\n${statement};`), 'a note on another').toHaveLength(1)
  })

  test('is not checked before the first release, nor once it is released itself', () => {
    const script = 'drop table public.products;'
    expect(breakingStatements({ released: {}, found: found(script) })).toEqual([])
    const all = { ...released, '20270201000000_new.sql': 'c' }
    expect(breakingStatements({ released: all, found: found(script) })).toEqual([])
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

test('a field of an unknown value is not read through Object, which any type passes', () => {
  const text = 'const a = Object.keys(b)\nconst c = Object(b).d\nconst e = { ...Object(f) }\n'
  expect(uncheckedReads('a.ts', text)).toEqual([
    'a.ts:2 reads fields through Object(): use recordOf().',
    'a.ts:3 reads fields through Object(): use recordOf().',
  ])
})
