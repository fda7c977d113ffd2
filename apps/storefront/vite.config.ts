import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { breakpointVariables } from '@giftwell/shared/ui/breakpoints.ts'
import { schemeColours, themeVariables } from '@giftwell/shared/ui/theme-css.ts'
import react from '@vitejs/plugin-react'
import simpleVars from 'postcss-simple-vars'
import { defineConfig, type Plugin } from 'vite'

/** By default the router gives bundlers its development build. */
const production = (found: string) => fileURLToPath(found).replace('development', 'production')
const routers = [
  { find: /^react-router$/, replacement: production(import.meta.resolve('react-router')) },
  { find: /^react-router\/dom$/, replacement: production(import.meta.resolve('react-router/dom')) },
]

const copy = '?back-office'

/**
 * The router is one module, of which a chunk has all that any page uses. The back office has a copy of its own, since its
 * part weighs 17 kB (docs/decisions/48-two-routers.md).
 */
const routerOfBackOffice: Plugin = {
  name: 'router-of-back-office',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '', options) {
    const isImported = source === 'react-router-dom' && /\/packages\/(shared|back-office)\//.test(importer)
    if (!isImported && !importer.endsWith(copy)) return null
    const found = await this.resolve(source, importer.replace(copy, ''), { ...options, skipSelf: true })
    return found?.id.includes('/node_modules/react-router') ? { ...found, id: found.id + copy } : found
  },
}

/**
 * The name of a class or an animation in the build: a hash of its file, and its index in it. Names are in every page that a server sends, and
 * these are half as long as those with the name in the source.
 */
function shortClassName(name: string, file: string, css: string): string {
  const path = relative(import.meta.dirname, file).replaceAll('\\', '/')
  const hash = createHash('sha256').update(path).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 4)
  const names = new Set([...css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)].map(([, found]) => found))
  const index = [...names].indexOf(name)
  if (index === -1) throw new Error(`${path} has no class ${name}`)
  return `_${hash}${index.toString(36)}`
}

const rules = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The page of a quotation: the theme's colours in its document, which the development server gives for each of its links. */
const quotationPage: Plugin = {
  name: 'quotation-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/q\/[^/?]+\/?(?=$|\?)/, '/q/index.html')
      next()
    })
  },
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(
        '/* colours */',
        `:root{${rules(schemeColours.variables)};${rules(schemeColours.light)}}@media (prefers-color-scheme:dark){:root{${rules(schemeColours.dark)}}}`,
      ),
  },
}

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  // The page of a quotation is Preact's.
  plugins: [routerOfBackOffice, quotationPage, react({ exclude: /\/src\/quotation\/|node_modules/ })],
  css: {
    ...(command === 'build' && { modules: { generateScopedName: shortClassName } }),
    postcss: { plugins: [simpleVars({ variables: breakpointVariables }), themeVariables] },
  },
  resolve: { alias: command === 'build' ? routers : [] },
  build: {
    // Browsers of the last two years, which all preload modules.
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The Content-Security-Policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            // One chunk for what every page needs. By default it would be dozens, which weigh a tenth more together.
            // And some for small modules that pages share with other screens.
            groups: [
              { name: 'site', tags: ['$initial'] },
              {
                name: 'pictures',
                test: /\/(page-head|structured-data|image-sizes|picture|product-picture(\.module)?|product-card\.module|ui\/hero)\.(tsx?|css|svg)$/,
              },
              {
                name: 'forms',
                test: /\/(lead-form|plain-field|email-address|after-press|use-lead-form|use-contact-form|use-form-guard|use-submit-once|use-challenge|mutationOptions|mutationObserver|useMutation)(\.module)?\.(tsx?|js|css)$/,
              },
              // Dialogs and toasts, without Mantine's own dialogs and the positioning of menus, which only the back office has.
              {
                name: 'dialogs',
                test: /\/(ui\/(dialog|toasts\/toast-view)[.\w]*$|components\/(CloseButton|Portal|Notification)\/|@mantine\/(notifications|store)\/|react-transition-group\/|@babel\/runtime\/|use-(focus-trap|merged-ref|id|drag|callback-ref|debounced-callback|force-update)\/|random-id\/|(is-element|get-default-z-index|get-style-object|DirectionProvider)[.\w]*$)/,
              },
              // A product, on its own page without what is loaded on idle.
              {
                name: 'product',
                test: /\/(product\/(product-(view|stage|gallery|strips|facts|share-button)|fact-list|recently-viewed|use-product\.)|catalogue\/video-file|page\/(print-button|description)|products\/video|kernel\/shared-link|Icon(Share|Photo|ChevronRight|ChevronLeft)\.)/,
              },
              // What a page of the site loads once it is idle.
              {
                name: 'idle',
                test: /\/(web-vitals\/|layout\/(idle-parts|search-|use-visit-counts)|favourites\/favourites\.|product\/(product-(dialog|overlay)|second-picture|use-product-links)|compare\/comparison|inquiry\/(inquiry\.|basket-(dialog|list|products)|budget-helper|inquiry-(fields|requests|sheet)|share-basket|shortlist-address)|lead\/(saved-details|privacy-notice|plain-form)|page\/long-date|settings\/privacy-notice|ui\/site-colours|kernel\/(prefetcher|read-stream)|catalogue\/(inquiry-line|video-player)|useIsFetching|Icon(Heart|Trash)\.)/,
              },
              // What the sign-in form adds to a dialog.
              {
                name: 'fields',
                test: /\/(components\/(Input|InputBase|TextInput|PasswordInput|ActionIcon)\/|@mantine\/form\/|klona\/|fast-deep-equal\/|use-(uncontrolled|resolved-styles-api)\/|auth\/(account-requests|credentials|code-form|use-request|new-link-form)|account\/customer-auth|ui\/(entry-page|use-rules-form)|IconGift\.)/,
              },
              {
                name: 'shared',
                test: /\/(filter-section|filter-sidebar|applied-filters|preview-cards|use-tooltip|budget|preview|catalogue-filters|load-failure|offline|empty|filter-chip|product-marks|catalogue-queries|use-catalogue|use-results-prefetch|product-card|catalogue-results|infiniteQueryObserver|infiniteQueryOptions|useInfiniteQuery|IconCheck|IconLock|IconPlayerPlayFilled|IconAdjustmentsHorizontal|IconChevronDown)(\.module)?\.(tsx?|mjs|css|js|svg)$/,
              },
            ],
          },
        },
      },
    }),
  },
  // The server build that renders the pages includes its dependencies.
  ssr: { noExternal: true },
}))
