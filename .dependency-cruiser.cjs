// Who may import whom: the architecture as rules. `npm test` plants a violation of every rule in a copy of the
// layout and fails when one of them is not reported, or when a rule has no such violation.
// (packages/tooling/src/boundaries)

const layer = (...names) => `^packages/shared/src/(${names.join('|')})/`
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

const tests = ['\\.(test|spec)\\.tsx?$', '/testing/', '^apps/[^/]+/e2e/']
const react = npm('react', 'react-dom')
const schemas = npm('zod')
const router = npm('react-router-dom', 'react-router')
const queries = npm('@tanstack/react-query')
const compression = npm('fflate')
const supabaseClients = npm('@supabase/(supabase|postgrest|auth|storage)-js')
const looks = npm('@mantine/[^/]+', '@tabler/icons-react', '@fontsource-variable/[^/]+')

/** A layer of the shared package and everything that its sources may import beside itself. */
const mayImport = (name, folder, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: layer(folder), pathNot: tests },
  to: { pathNot: [layer(folder), ...allowed] },
})

module.exports = {
  forbidden: [
    // The layers of packages/shared
    mayImport('domain-is-pure', 'domain', [schemas], 'Rules and constants: no React, no input or output.'),
    mayImport(
      'platform-knows-only-itself',
      'platform',
      [react],
      'An interface, its implementations, its context.',
    ),
    mayImport(
      'data-knows-domain-and-platform',
      'data',
      [layer('domain', 'platform'), schemas, queries, supabaseClients, compression, react],
      'The only way to the backend; it knows no screen.',
    ),
    {
      name: 'auth-machine-is-pure',
      comment: 'Every rule of the auth state in one pure function.',
      severity: 'error',
      from: { path: 'auth/auth-machine\\.ts$' },
      to: {},
    },
    {
      name: 'auth-knows-no-screens',
      comment: 'The store and its effects, the guard and the credentials form (docs/decisions/03).',
      severity: 'error',
      from: { path: layer('auth'), pathNot: [...tests, 'auth/auth-machine\\.ts$'] },
      to: {
        pathNot: [
          layer('auth', 'domain', 'data', 'platform', 'ui'),
          supabaseClients,
          queries,
          looks,
          router,
          react,
        ],
      },
    },
    mayImport(
      'entities-know-domain-and-data',
      'entities',
      [layer('domain', 'data'), schemas],
      'Declarations, one file per managed entity.',
    ),
    mayImport(
      'ui-knows-no-data',
      'ui',
      [layer('domain'), looks, react],
      'Presentational parts and the theme.',
    ),

    // Supabase
    {
      name: 'only-data-and-auth-touch-supabase',
      comment: 'Screens ask data and auth; the backend is the other side of the wire.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [layer('data', 'auth'), '^packages/backend/', ...tests] },
      to: { path: npm('@supabase/[^/]+'), pathNot: npm('@supabase/lite') },
    },
    {
      name: 'only-the-backend-runs-a-database',
      comment: 'The embedded backend; and the checks of the database, which start one to act on.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^packages/backend/', '^packages/tooling/src/database/'] },
      to: { path: npm('@supabase/lite', '@electric-sql/[^/]+') },
    },

    // Packages and apps
    {
      name: 'packages-never-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^packages/shared/' },
      to: { path: '^packages/', pathNot: '^packages/shared/' },
    },
    {
      name: 'backend-takes-only-the-domain',
      comment:
        'It shares rules with the website, and the generated types of the database; nothing of the interface.',
      severity: 'error',
      from: { path: '^packages/backend/', pathNot: tests },
      to: { path: '^packages/shared/', pathNot: [layer('domain'), 'data/database\\.types\\.ts$'] },
    },
    {
      name: 'apps-never-import-the-backend',
      comment: 'They reach it through its API.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^packages/backend/' },
    },
    {
      name: 'only-the-first-start-loads-the-demo',
      comment: 'A hundredth start and a hosted project need no demo catalogue.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['^packages/demo/', '^packages/backend/src/first-start/'],
      },
      to: { path: '^packages/demo/' },
    },
    {
      name: 'demo-takes-only-the-domain',
      comment: 'The first start hands it the database and the store of images.',
      severity: 'error',
      from: { path: '^packages/demo/', pathNot: tests },
      to: { path: '^(apps|packages)/', pathNot: ['^packages/demo/', layer('domain')] },
    },
    {
      name: 'apps-contain-no-tooling',
      comment: 'Only what stands around an app (its end-to-end tests) uses the tooling.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/' },
      to: { path: '^packages/tooling/' },
    },
    {
      name: 'packages-by-name',
      comment:
        'Another package is imported as @giftwell/..., never by a path that climbs out of the own one.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: '^$1/$2/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased'],
      },
    },

    // The desktop app
    {
      name: 'electron-stays-in-main-and-preload',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/desktop/(src/(main|preload|testing)|e2e)/' },
      to: { path: ['^electron(/|$)', npm('electron')] },
    },
    {
      name: 'renderer-is-a-web-page',
      severity: 'error',
      from: { path: '^apps/desktop/src/renderer/' },
      to: { path: '^apps/desktop/src/(main|preload)/' },
    },
    {
      name: 'renderer-takes-only-types-from-ipc',
      severity: 'error',
      from: { path: '^apps/desktop/src/renderer/' },
      to: { path: '^apps/desktop/src/ipc/', dependencyTypesNot: ['type-only'] },
    },

    // Everywhere
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-dependencies',
      comment: 'Every imported package is declared in a package.json, because hoisted ones may disappear.',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: {
        path: ['^packages/shared/src/', '^apps/storefront/src/', '^apps/desktop/src/renderer/'],
        pathNot: tests,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [...tests, '^packages/tooling/'] },
      to: { path: ['/testing/', npm('vitest', '@testing-library/[^/]+', '@playwright/test', 'jsdom')] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/(out|dist|dist-server|\\.dist-[^/]+)/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
