/** Files by path, for a folder that is laid out like the repository. */
export type Files = Readonly<Record<string, string>>

const shared = 'packages/shared/src'

/** Fake installed packages, which only need to be resolved. */
export const installedPackages: readonly string[] = [
  '@electric-sql/pglite',
  '@mantine/core',
  '@supabase/lite',
  '@supabase/supabase-js',
  '@tanstack/react-query',
  'electron',
  'react',
  'react-router-dom',
  'vitest',
  'zod',
  'undeclared',
]

/** A small repository in which every layer imports all that it may: no rule may report anything here. */
export const orderlyFiles: Files = {
  [`${shared}/domain/budget.ts`]: "import 'zod'\nexport const budget = 1\n",
  [`${shared}/domain/budget.test.ts`]: "import 'vitest'\nimport './budget.ts'\n",
  [`${shared}/platform/platform.ts`]: "import 'react'\nexport const platform = 1\n",
  [`${shared}/data/database.types.ts`]: 'export type Database = object\n',
  [`${shared}/data/client.ts`]:
    "import '@supabase/supabase-js'\nimport '@tanstack/react-query'\nimport 'zod'\nimport '../domain/budget.ts'\nimport '../platform/platform.ts'\nimport type { Database } from './database.types.ts'\nexport type Client = Database\n",
  [`${shared}/auth/auth-machine.ts`]: 'export const next = 1\n',
  [`${shared}/auth/auth-store.ts`]:
    "import './auth-machine.ts'\nimport '@supabase/supabase-js'\nimport '../data/client.ts'\nimport '../platform/platform.ts'\n",
  [`${shared}/auth/protected-route.tsx`]:
    "import 'react-router-dom'\nimport '../ui/loader.tsx'\nimport './auth-store.ts'\n",
  [`${shared}/entities/themes.ts`]:
    "import '../domain/budget.ts'\nimport '../data/client.ts'\nimport 'zod'\n",
  [`${shared}/ui/loader.tsx`]: "import 'react'\nimport '@mantine/core'\nimport '../domain/budget.ts'\n",
  [`${shared}/admin/leads-screen.tsx`]:
    "import '../entities/themes.ts'\nimport '../ui/loader.tsx'\nimport '../auth/auth-store.ts'\nimport 'react-router-dom'\n",
  [`${shared}/testing/render.tsx`]: "import 'vitest'\nimport '../admin/leads-screen.tsx'\n",
  'packages/backend/src/main.ts':
    "import 'node:fs'\nimport '@supabase/lite'\nimport '@electric-sql/pglite'\nimport '@giftwell/shared/domain/budget.ts'\n",
  'packages/backend/src/first-start/first-start.ts': "await import('@giftwell/demo/load-demo.ts')\n",
  'packages/demo/src/load-demo.ts':
    "import 'node:fs'\nimport 'zod'\nimport '@giftwell/shared/domain/budget.ts'\n",
  'packages/tooling/src/site.ts': "import 'node:fs'\nimport '@giftwell/backend/main.ts'\n",
  'packages/tooling/src/database/check.ts': "import '@electric-sql/pglite'\n",
  'apps/storefront/src/main.tsx':
    "import '@giftwell/shared/admin/leads-screen.tsx'\nimport './home/home-page.tsx'\n",
  'apps/storefront/src/home/home-page.tsx': "import 'react'\n",
  'apps/storefront/e2e/support/site.ts': "import '@giftwell/tooling/site.ts'\n",
  'apps/desktop/src/ipc/contract.ts': 'export interface Contract {}\n',
  'apps/desktop/src/main/index.ts': "import 'electron'\nimport '../ipc/contract.ts'\n",
  'apps/desktop/src/renderer/main.tsx':
    "import type { Contract } from '../ipc/contract.ts'\nimport '@giftwell/shared/admin/leads-screen.tsx'\nexport type Bridge = Contract\n",
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
