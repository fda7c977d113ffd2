const shared = 'packages/shared/src'

/** Fake installed packages, which only need to be resolved. */
export const installedPackages: readonly string[] = [
  '@electric-sql/pglite',
  '@supabase/supabase-js',
  'electron',
  'react',
  'vitest',
  'undeclared',
]

/** The modules that planted imports lead to; the repository itself proves that orderly imports are not reported. */
export const importedModules: readonly string[] = [
  `${shared}/domain/budget.ts`,
  `${shared}/data/database.types.ts`,
  `${shared}/data/client.ts`,
  `${shared}/ui/loader.tsx`,
  `${shared}/admin/leads-screen.tsx`,
  'packages/backend/src/main.ts',
  'packages/backend/src/planted-there/b.ts',
  'packages/backend/src/planted-and-back/a.ts',
  'packages/demo/src/load-demo.ts',
  'packages/tooling/src/site.ts',
  'apps/storefront/src/main.tsx',
  'apps/desktop/src/ipc/contract.ts',
  'apps/desktop/src/main/index.ts',
]

const importTypes =
  "import type { SupabaseClient } from '@supabase/supabase-js'\nexport type C = SupabaseClient"
const importNamed = (name: string) => `import '@giftwell/${name}'`

/** For every rule, the modules that break it and no other one, with their code. */
export const violations: readonly (readonly [rule: string, path: string, code: string])[] = [
  ['domain-is-pure', `${shared}/domain/planted.ts`, "import 'react'"],
  ['platform-knows-only-itself', `${shared}/platform/planted.ts`, "import '../domain/budget.ts'"],
  ['data-knows-domain-and-platform', `${shared}/data/planted.ts`, "import '../ui/loader.tsx'"],
  ['auth-machine-is-pure', `${shared}/planted/auth/auth-machine.ts`, "import '../../domain/budget.ts'"],
  ['auth-knows-no-screens', `${shared}/auth/planted.tsx`, "import '../admin/leads-screen.tsx'"],
  ['entities-know-domain-and-data', `${shared}/entities/planted.ts`, "import '../ui/loader.tsx'"],
  ['ui-knows-no-data', `${shared}/ui/planted.tsx`, "import '../data/client.ts'"],
  ['only-data-and-auth-touch-supabase', `${shared}/admin/planted.tsx`, importTypes],
  ['only-the-backend-runs-a-database', 'apps/storefront/src/planted.ts', "import '@electric-sql/pglite'"],
  ['packages-never-import-apps', 'packages/tooling/src/planted.ts', importNamed('storefront/src/main.tsx')],
  [
    'apps-never-import-each-other',
    'apps/storefront/src/planted-2.ts',
    importNamed('desktop/src/ipc/contract.ts'),
  ],
  ['shared-stands-alone', `${shared}/admin/planted-2.ts`, importNamed('tooling/site.ts')],
  ['backend-takes-only-the-domain', 'packages/backend/src/planted.ts', importNamed('shared/data/client.ts')],
  ['apps-never-import-the-backend', 'apps/storefront/src/planted-3.ts', importNamed('backend/main.ts')],
  [
    'only-the-first-start-loads-the-demo',
    'packages/backend/src/planted-2.ts',
    "await import('@giftwell/demo/load-demo.ts')",
  ],
  [
    'demo-takes-only-the-domain',
    'packages/demo/src/planted.ts',
    importNamed('shared/data/database.types.ts'),
  ],
  ['apps-contain-no-tooling', 'apps/storefront/src/planted-4.ts', importNamed('tooling/site.ts')],
  ['packages-by-name', 'packages/tooling/src/planted-2.ts', "import '../../shared/src/domain/budget.ts'"],
  ['electron-stays-in-main-and-preload', 'apps/desktop/src/ipc/planted.ts', "import 'electron'"],
  ['renderer-is-a-web-page', 'apps/desktop/src/renderer/planted.ts', "import '../main/index.ts'"],
  [
    'renderer-takes-only-types-from-ipc',
    'apps/desktop/src/renderer/planted-2.ts',
    "import '../ipc/contract.ts'",
  ],
  ['no-cycles', 'apps/storefront/src/planted-there.ts', "import './planted-and-back.ts'"],
  ['no-cycles', 'apps/storefront/src/planted-and-back.ts', "import './planted-there.ts'"],
  ['no-unresolvable', 'apps/storefront/src/planted-5.ts', "import './not-here.ts'"],
  ['no-undeclared-dependencies', 'apps/storefront/src/planted-6.ts', "import 'undeclared'"],
  ['no-node-in-the-browser', 'apps/storefront/src/planted-7.ts', "import 'node:fs'"],
  ['no-test-code-in-the-product', 'apps/storefront/src/planted-8.ts', "import 'vitest'"],
  ['no-folder-cycles', 'packages/backend/src/planted-there/a.ts', "import '../planted-and-back/a.ts'"],
  ['no-folder-cycles', 'packages/backend/src/planted-and-back/b.ts', "import '../planted-there/b.ts'"],
]
