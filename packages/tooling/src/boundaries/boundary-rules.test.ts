import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { repositoryRoot } from '../repository-root.ts'
import { cruiseImports, deadPatterns, ruleNames, type Violation } from './cruise-imports.ts'

const shared = 'packages/shared/src'
const office = 'packages/back-office/src'
const backend = 'packages/backend/src'
const demo = 'packages/demo/src'
const tooling = 'packages/tooling/src'
const website = 'apps/storefront/src'
const desktop = 'apps/desktop/src'

/** Fake installed packages, which only need to be resolved. */
const installedPackages: readonly string[] = [
  '@electric-sql/pglite',
  '@supabase/supabase-js',
  'electron',
  'react',
  'vitest',
  'undeclared',
]

/** The modules that planted imports lead to; the repository itself proves that orderly imports are not reported. */
const importedModules: readonly string[] = [
  `${shared}/kernel/counted.ts`,
  `${shared}/kernel/client.ts`,
  `${shared}/ui/loader.tsx`,
  `${shared}/planted/planted.ts`,
  `${shared}/app/providers.tsx`,
  `${office}/planted/planted.ts`,
  `${office}/shell/sidebar.tsx`,
  `${backend}/main.ts`,
  `${backend}/planted-there/b.ts`,
  `${backend}/planted-and-back/a.ts`,
  `${demo}/load-demo.ts`,
  `${tooling}/site.ts`,
  `${website}/main.tsx`,
  `${desktop}/ipc/contract.ts`,
  `${desktop}/main/index.ts`,
]

const importTypes =
  "import type { SupabaseClient } from '@supabase/supabase-js'\nexport type C = SupabaseClient"
const importDemo = "await import('@giftwell/demo/load-demo.ts')"
const importNamed = (name: string) => `import '@giftwell/${name}'`

/** The features that have a rule, in whose names the feature stands between these. */
const featuresOf = (start: string) =>
  ruleNames.flatMap((rule) => new RegExp(`^${start}([a-z]+)-names-what-it-uses$`).exec(rule)?.[1] ?? [])

/** For every rule, the modules that break it and no other one, with their code. */
const violations: readonly (readonly [rule: string, path: string, code: string])[] = [
  ['every-folder-has-a-rule', `${shared}/no-rule/planted.ts`, "import '../kernel/counted.ts'"],
  ['every-folder-has-a-rule', `${office}/no-rule/planted.ts`, "import '../list/planted.ts'"],
  ['platform-knows-only-itself', `${shared}/platform/planted.ts`, "import '../kernel/counted.ts'"],
  ['kernel-knows-no-feature', `${shared}/kernel/planted.ts`, "import '../planted/planted.ts'"],
  ['rules-are-pure', `${shared}/kernel/parse-json.ts`, "import './client.ts'"],
  ['auth-machine-is-pure', `${shared}/planted/auth/auth-machine.ts`, "import '../../kernel/counted.ts'"],
  ['every-folder-has-a-rule', `${shared}/planted/auth/auth-machine.ts`, "import '../../kernel/counted.ts'"],
  ['auth-knows-no-screens', `${shared}/auth/planted.tsx`, "import '../planted/planted.ts'"],
  ['ui-knows-no-feature', `${shared}/ui/planted.tsx`, "import '../planted/planted.ts'"],
  ...featuresOf('').map(
    (feature) =>
      [
        `${feature}-names-what-it-uses`,
        `${shared}/${feature}/planted.ts`,
        "import '../planted/planted.ts'",
      ] as const,
  ),
  ['app-is-the-top', `${shared}/app-user.ts`, "import './app/providers.tsx'"],
  ['office-kernel-knows-no-feature', `${office}/list/planted.ts`, "import '../planted/planted.ts'"],
  ['office-shell-is-the-top', `${office}/planted.ts`, "import './shell/sidebar.tsx'"],
  ...featuresOf('office-').map(
    (feature) =>
      [
        `office-${feature}-names-what-it-uses`,
        `${office}/${feature}/planted.ts`,
        "import '../planted/planted.ts'",
      ] as const,
  ),
  ['only-kernel-and-auth-touch-supabase', `${office}/leads/planted-2.ts`, importTypes],
  ['only-the-backend-runs-a-database', `${website}/planted.ts`, "import '@electric-sql/pglite'"],
  ['packages-never-import-apps', `${tooling}/planted.ts`, importNamed('storefront/src/main.tsx')],
  ['apps-never-import-each-other', `${website}/planted-2.ts`, importNamed('desktop/src/ipc/contract.ts')],
  ['shared-stands-alone', `${shared}/planted-2.ts`, importNamed('tooling/site.ts')],
  ['back-office-knows-only-shared', `${office}/leads/planted-3.ts`, importNamed('tooling/site.ts')],
  ['backend-takes-only-rules', `${backend}/planted.ts`, importNamed('shared/kernel/client.ts')],
  ['apps-never-import-the-backend', `${website}/planted-3.ts`, importNamed('backend/main.ts')],
  ['only-the-first-start-loads-the-demo', `${backend}/planted-2.ts`, importDemo],
  ['demo-takes-only-rules', `${demo}/planted.ts`, importNamed('shared/kernel/client.ts')],
  ['apps-contain-no-tooling', `${website}/planted-4.ts`, importNamed('tooling/site.ts')],
  ['packages-by-name', `${tooling}/planted-2.ts`, "import '../../shared/src/kernel/counted.ts'"],
  ['electron-stays-in-main-and-preload', `${desktop}/ipc/planted.ts`, "import 'electron'"],
  ['renderer-is-a-web-page', `${desktop}/renderer/planted.ts`, "import '../main/index.ts'"],
  ['renderer-takes-only-types-from-ipc', `${desktop}/renderer/planted-2.ts`, "import '../ipc/contract.ts'"],
  ['no-cycles', `${website}/planted-there.ts`, "import './planted-and-back.ts'"],
  ['no-cycles', `${website}/planted-and-back.ts`, "import './planted-there.ts'"],
  ['no-unresolvable', `${website}/planted-5.ts`, "import './not-here.ts'"],
  ['no-undeclared-dependencies', `${website}/planted-6.ts`, "import 'undeclared'"],
  ['no-node-in-the-browser', `${website}/planted-7.ts`, "import 'node:fs'"],
  ['no-test-code-in-the-product', `${website}/planted-8.ts`, "import 'vitest'"],
  ['no-folder-cycles', `${backend}/planted-there/a.ts`, "import '../planted-and-back/a.ts'"],
  ['no-folder-cycles', `${backend}/planted-and-back/b.ts`, "import '../planted-there/b.ts'"],
]

test('every boundary rule reports its planted violation, and no other import', async () => {
  const root = await mkdtemp(join(tmpdir(), 'giftwell-boundaries-'))
  try {
    await copyFile(join(repositoryRoot, 'tsconfig.json'), join(root, 'tsconfig.json'))
    for (const path of importedModules) await write(root, path, 'export const planted = 1')
    for (const [, path, code] of violations) await write(root, path, code)
    await installFakes(root)
    const { violations: found } = await cruiseImports(root)
    const isExpected = ({ rule, from }: Violation) =>
      // A rule about folders reports the folder of the planted file.
      violations.some(([name, path]) => name === rule && [path, dirname(path)].includes(from))
    const reported = new Set(found.filter(isExpected).map(({ rule }) => rule))
    expect(reported).toEqual(new Set(ruleNames))
    // Together the planted imports form cycles of folders, too.
    expect(found.filter((one) => !isExpected(one) && one.rule !== 'no-folder-cycles')).toEqual([])
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test('a rule for a folder or file that does not exist is reported', () => {
  const quotations = '^packages/shared/src/quotations/'
  expect(deadPatterns([])).toContain(quotations)
  expect(deadPatterns(['packages/shared/src/quotations/tax-figures.ts'])).not.toContain(quotations)
})

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), `${text}\n`)
}

/** Installs fake packages, declared except one, and links to the repository's own. */
async function installFakes(root: string): Promise<void> {
  const own = ['apps/storefront', 'apps/desktop'].concat(
    ['shared', 'back-office', 'backend', 'demo', 'tooling'].map((name) => `packages/${name}`),
  )
  const declared = installedPackages.filter((name) => name !== 'undeclared')
  const names = [...declared, ...own.map((folder) => `@giftwell/${basename(folder)}`)]
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const workspaces = ['apps/*', 'packages/*']
  await write(root, 'package.json', JSON.stringify({ name: 'giftwell', workspaces, dependencies }))
  for (const name of installedPackages) {
    const manifest = { name, version: '1.0.0', main: 'index.json' }
    await write(root, `node_modules/${name}/package.json`, JSON.stringify(manifest))
    await write(root, `node_modules/${name}/index.json`, '{}')
  }
  await mkdir(join(root, 'node_modules', '@giftwell'), { recursive: true })
  for (const folder of own) {
    await copyFile(join(repositoryRoot, folder, 'package.json'), join(root, folder, 'package.json'))
    // A junction needs no special right on Windows; elsewhere it is an ordinary link.
    const link = join(root, 'node_modules', '@giftwell', basename(folder))
    await symlink(join(root, folder), link, 'junction')
  }
}
