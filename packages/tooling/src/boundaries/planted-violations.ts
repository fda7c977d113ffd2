/** Files by path, for a folder that is laid out like the repository. */
export type Files = Readonly<Record<string, string>>

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

/** The files that planted imports lead to; the repository itself proves that orderly imports are not reported. */
export const importedFiles: Files = {
  [`${shared}/domain/budget.ts`]: 'export const budget = 1\n',
  [`${shared}/data/database.types.ts`]: 'export type Database = object\n',
  [`${shared}/data/client.ts`]: 'export const client = 1\n',
  [`${shared}/ui/loader.tsx`]: 'export const loader = 1\n',
  [`${shared}/admin/leads-screen.tsx`]: 'export const leadsScreen = 1\n',
  'packages/backend/src/main.ts': 'export const main = 1\n',
  'packages/demo/src/load-demo.ts': 'export const loadDemo = 1\n',
  'packages/tooling/src/site.ts': 'export const site = 1\n',
  'apps/storefront/src/main.tsx': 'export const main = 1\n',
  'apps/desktop/src/ipc/contract.ts': 'export interface Contract {}\n',
  'apps/desktop/src/main/index.ts': 'export const main = 1\n',
}

/** For every rule, the files that break it and no other one. */
export const violations: Readonly<Record<string, Files>> = {
  'domain-is-pure': { [`${shared}/domain/planted.ts`]: "import 'react'\n" },
  'platform-knows-only-itself': { [`${shared}/platform/planted.ts`]: "import '../domain/budget.ts'\n" },
  'data-knows-domain-and-platform': { [`${shared}/data/planted.ts`]: "import '../ui/loader.tsx'\n" },
  'auth-machine-is-pure': { [`${shared}/planted/auth/auth-machine.ts`]: "import '../../domain/budget.ts'\n" },
  'auth-knows-no-screens': { [`${shared}/auth/planted.tsx`]: "import '../admin/leads-screen.tsx'\n" },
  'entities-know-domain-and-data': { [`${shared}/entities/planted.ts`]: "import '../ui/loader.tsx'\n" },
  'ui-knows-no-data': { [`${shared}/ui/planted.tsx`]: "import '../data/client.ts'\n" },
  'only-data-and-auth-touch-supabase': {
    [`${shared}/admin/planted.tsx`]:
      "import type { SupabaseClient } from '@supabase/supabase-js'\nexport type C = SupabaseClient\n",
  },
  'only-the-backend-runs-a-database': { 'apps/storefront/src/planted.ts': "import '@electric-sql/pglite'\n" },
  'packages-never-import-apps': {
    'packages/tooling/src/planted.ts': "import '@giftwell/storefront/src/main.tsx'\n",
  },
  'apps-never-import-each-other': {
    'apps/storefront/src/planted-2.ts': "import '@giftwell/desktop/src/ipc/contract.ts'\n",
  },
  'shared-stands-alone': { [`${shared}/admin/planted-2.ts`]: "import '@giftwell/tooling/site.ts'\n" },
  'backend-takes-only-the-domain': {
    'packages/backend/src/planted.ts': "import '@giftwell/shared/data/client.ts'\n",
  },
  'apps-never-import-the-backend': {
    'apps/storefront/src/planted-3.ts': "import '@giftwell/backend/main.ts'\n",
  },
  'only-the-first-start-loads-the-demo': {
    'packages/backend/src/planted-2.ts': "await import('@giftwell/demo/load-demo.ts')\n",
  },
  'demo-takes-only-the-domain': {
    'packages/demo/src/planted.ts': "import '@giftwell/shared/data/database.types.ts'\n",
  },
  'apps-contain-no-tooling': { 'apps/storefront/src/planted-4.ts': "import '@giftwell/tooling/site.ts'\n" },
  'packages-by-name': { 'packages/tooling/src/planted-2.ts': "import '../../shared/src/domain/budget.ts'\n" },
  'electron-stays-in-main-and-preload': { 'apps/desktop/src/ipc/planted.ts': "import 'electron'\n" },
  'renderer-is-a-web-page': { 'apps/desktop/src/renderer/planted.ts': "import '../main/index.ts'\n" },
  'renderer-takes-only-types-from-ipc': {
    'apps/desktop/src/renderer/planted-2.ts': "import '../ipc/contract.ts'\n",
  },
  'no-cycles': {
    'apps/storefront/src/planted-there.ts': "import './planted-and-back.ts'\n",
    'apps/storefront/src/planted-and-back.ts': "import './planted-there.ts'\n",
  },
  'no-unresolvable': { 'apps/storefront/src/planted-5.ts': "import './not-here.ts'\n" },
  'no-undeclared-dependencies': { 'apps/storefront/src/planted-6.ts': "import 'undeclared'\n" },
  'no-node-in-the-browser': { 'apps/storefront/src/planted-7.ts': "import 'node:fs'\n" },
  'no-test-code-in-the-product': { 'apps/storefront/src/planted-8.ts': "import 'vitest'\n" },
  'no-folder-cycles': {
    'packages/backend/src/planted-there/a.ts': "import '../planted-and-back/a.ts'\n",
    'packages/backend/src/planted-there/b.ts': '',
    'packages/backend/src/planted-and-back/a.ts': '',
    'packages/backend/src/planted-and-back/b.ts': "import '../planted-there/b.ts'\n",
  },
}
