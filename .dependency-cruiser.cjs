// The architecture as import rules. `npm test` plants a violation of every rule in a copy of the layout, and fails when one
// is not reported or a rule has none. Every folder and file in a rule must exist, so each has its own pattern.
// (packages/tooling/src/boundaries)

const shared = (...names) => names.map((name) => `^packages/shared/src/${name}/`)
const office = (...names) => names.map((name) => `^packages/back-office/src/${name}/`)
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

const tests = ['\\.(test|spec)\\.tsx?$', '/testing/', '^apps/[^/]+/e2e/']
const react = npm('react', 'react-dom')
const parsers = npm('zod', 'htmlparser2')
const router = npm('react-router-dom', 'react-router')
const queries = npm('@tanstack/react-query')
const supabaseClients = npm('@supabase/(supabase|postgrest|auth|storage)-js')
const numbersInWords = npm('to-words')
const looks = npm('@mantine/[^/]+', '@tabler/icons-react', '@fontsource-variable/[^/]+')

/** Rules and constants of the shared package, which the backend applies, too. */
const rules = [
  'catalogue/(budget|catalogue-filters|inquiry-line|preview|spoken-price)',
  'images/image-(header|sizes)',
  'kernel/(brand|counted|csv-line|decoded)',
  'kernel/database\\.types',
  'kernel/(email-address|file-size|form-rules|india-time)',
  'kernel/(link-token|markup|money|name-key)',
  'kernel/(parse-json|phones|record-of)',
  'kernel/(shared-link|site-colours|site-routes|with-timeout)',
  'products/video',
  'legal/legal-hints',
  'quotations/(amount-in-words|choices|gst-states|gstin|place-of-supply|place-suggestions)',
  'quotations/quotation(-changes|-sheet)?',
  'quotations/state-of-pin',
  'quotations/tax-(figures|sentences)',
].map((file) => `^packages/shared/src/${file}\\.ts$`)

/** A folder and everything that its sources may import beside themselves. */
const mayImport = (name, folder, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: folder, pathNot: tests },
  to: { pathNot: [...folder, ...allowed] },
})

/** The features of the shared package, and the parts of another feature that each may name. */
const sharedFeatures = {
  catalogue: [],
  images: [],
  legal: ['catalogue/catalogue-filters'],
  products: [],
  quotations: ['legal/legal-hints'],
  settings: ['images/image-sizes', 'quotations/gstin'],
}
const sharedKernel = shared('platform', 'kernel', 'ui')

/** Files of a feature. */
const parts = (feature, ...names) => names.map((name) => `${feature}/${name}`)

/** The features of the back office beside its kernel, and the parts of another feature that each may name. */
const officeFeatures = {
  account: ['people/hand-over-dialog'],
  companies: [
    ...parts('leads', 'lead-handling', 'lead-search'),
    'people/hand-over-dialog',
    ...parts('quotations', 'quotation-list-query', 'quotation-requests'),
  ],
  dashboard: [
    ...parts('leads', 'lead-list', 'lead-search'),
    'orders/order-list-query',
    'privacy/privacy-requests',
    'products/admin-products',
    ...parts('quotations', 'quotation-list-query', 'quotation-totals-card'),
    'reports/report-card',
    'samples/sample-list-query',
  ],
  deleted: ['products/bulk-edit'],
  import: ['products/admin-products', 'products/bulk-edit', 'products/product-form'],
  leads: [
    'orders/stored-orders',
    'quotations/(artwork-list|lead-quotations|lost-action|quotation-requests|stored-quotations)',
    ...parts('samples', 'sample-panel', 'stored-samples'),
  ],
  marketing: parts('leads', 'lead-list', 'lead-search'),
  orders: [
    ...parts('import', 'read-in-worker', 'sheet'),
    ...parts('quotations', 'file-preview', 'given-panel', 'pdf-in-worker', 'table-pdf'),
  ],
  people: [],
  privacy: ['leads/lead-links', 'leads/lead-list'],
  products: [],
  quotations: ['products/admin-products', 'samples/sample-panel'],
  reports: [
    'leads/lead-search',
    'orders/order-list-query',
    'products/admin-products',
    ...parts('quotations', 'quotation-list-query', 'quotation-requests'),
    'settings/search-words-screen',
  ],
  samples: [],
  settings: [],
  taxonomy: [],
}
const officeKernel = office('screen', 'list', 'record', 'images', 'staff', 'mail')

module.exports = {
  forbidden: [
    {
      name: 'every-folder-has-a-rule',
      comment: 'A new folder is added to the features above, to the kernel, or on top.',
      severity: 'error',
      from: {
        path: '^packages/(shared|back-office)/src/[^/]+/',
        pathNot: [
          ...sharedKernel,
          ...shared('auth', 'app', ...Object.keys(sharedFeatures)),
          ...officeKernel,
          ...office('shell', ...Object.keys(officeFeatures)),
          ...tests,
        ],
      },
      to: {},
    },

    // packages/shared: the kernel knows no feature
    mayImport(
      'platform-knows-only-itself',
      shared('platform'),
      [react],
      'An interface, its implementations, its context.',
    ),
    mayImport(
      'kernel-knows-no-feature',
      shared('kernel'),
      [...shared('platform'), '^packages/shared/package\\.json$', parsers, queries, supabaseClients, react],
      'The only way to the backend; it knows no feature and no screen.',
    ),
    {
      name: 'rules-are-pure',
      comment: 'What the backend shares: no React, no input or output.',
      severity: 'error',
      from: { path: rules },
      to: { pathNot: [...rules, parsers, numbersInWords] },
    },
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
      from: { path: shared('auth'), pathNot: [...tests, 'auth/auth-machine\\.ts$'] },
      to: {
        pathNot: [
          ...shared('auth'),
          ...sharedKernel,
          parsers,
          supabaseClients,
          queries,
          looks,
          router,
          react,
        ],
      },
    },
    mayImport(
      'ui-knows-no-feature',
      shared('ui'),
      [...shared('kernel'), looks, react],
      'Components and the theme.',
    ),
    ...Object.entries(sharedFeatures).map(([feature, parts]) =>
      mayImport(
        `${feature}-names-what-it-uses`,
        shared(feature),
        [
          ...sharedKernel,
          ...parts.map((part) => `^packages/shared/src/${part}\\.`),
          parsers,
          numbersInWords,
          queries,
          supabaseClients,
          looks,
          react,
        ],
        'Rules, entity and queries of a feature that website and back office share.',
      ),
    ),
    {
      name: 'app-is-the-top',
      comment: 'Services and providers that both apps start with.',
      severity: 'error',
      from: { path: '^packages/shared/', pathNot: [...shared('app'), ...tests] },
      to: { path: shared('app') },
    },

    // packages/back-office: kernel, features, shell
    {
      name: 'office-kernel-knows-no-feature',
      comment: 'The parts of every screen, the one list, the one record dialog, images.',
      severity: 'error',
      from: { path: officeKernel, pathNot: tests },
      to: { path: '^packages/back-office/', pathNot: officeKernel },
    },
    {
      name: 'office-shell-is-the-top',
      comment: 'Routes, sidebar, palette, shortcuts and login; no screen imports them.',
      severity: 'error',
      from: { path: '^packages/back-office/', pathNot: [...office('shell'), ...tests] },
      to: { path: office('shell') },
    },
    ...Object.entries(officeFeatures).map(([feature, parts]) => ({
      name: `office-${feature}-names-what-it-uses`,
      comment: 'A feature knows the kernel, and by name parts of other features.',
      severity: 'error',
      from: { path: office(feature), pathNot: tests },
      to: {
        path: '^packages/back-office/',
        pathNot: [
          ...office(feature),
          ...officeKernel,
          ...parts.map((part) => `^packages/back-office/src/${part}\\.`),
        ],
      },
    })),

    // Supabase
    {
      name: 'only-kernel-and-auth-touch-supabase',
      comment: 'Features send requests through the kernel; the backend is the other side of the wire.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [...shared('kernel', 'auth'), '^packages/backend/', ...tests],
      },
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
      name: 'back-office-knows-only-shared',
      severity: 'error',
      from: { path: '^packages/back-office/' },
      to: { path: '^packages/', pathNot: '^packages/(shared|back-office)/' },
    },
    {
      name: 'backend-takes-only-rules',
      comment: 'It shares rules with the website, and the generated types of the database; no interface.',
      severity: 'error',
      from: { path: '^packages/backend/', pathNot: tests },
      to: { path: '^packages/(shared|back-office)/', pathNot: rules },
    },
    {
      name: 'apps-never-import-the-backend',
      comment: 'They reach it through its API. A test compares its e-mails with other readers of it.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '/quotation-readers\\.test\\.ts$' },
      to: { path: '^packages/backend/' },
    },
    {
      name: 'only-the-first-start-loads-the-demo',
      comment: 'A hundredth start and a hosted project need no demo catalogue.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^packages/demo/', '^packages/backend/src/first-start/'] },
      to: { path: '^packages/demo/' },
    },
    {
      name: 'demo-takes-only-rules',
      comment: 'The first start hands it the database and the store of images.',
      severity: 'error',
      from: { path: '^packages/demo/', pathNot: tests },
      to: { path: '^(apps|packages)/', pathNot: ['^packages/demo/', ...rules] },
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
      from: {
        path: '^(apps|packages)/',
        pathNot: [
          '^apps/desktop/src/main/',
          '^apps/desktop/src/preload/',
          '^apps/desktop/src/testing/',
          '^apps/desktop/e2e/',
        ],
      },
      to: { path: ['^electron(/|$)', npm('electron')] },
    },
    {
      name: 'renderer-is-a-web-page',
      severity: 'error',
      from: { path: '^apps/desktop/src/renderer/' },
      to: { path: ['^apps/desktop/src/main/', '^apps/desktop/src/preload/'] },
    },
    {
      name: 'renderer-takes-only-types-from-ipc',
      severity: 'error',
      from: { path: '^apps/desktop/src/renderer/' },
      to: { path: '^apps/desktop/src/ipc/', dependencyTypesNot: ['type-only'] },
    },

    // Everywhere
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
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
        path: ['^packages/(shared|back-office)/src/', '^apps/storefront/src/', '^apps/desktop/src/renderer/'],
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
