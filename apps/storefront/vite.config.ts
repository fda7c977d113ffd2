import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { pdfFonts, siteFontPath } from '@giftwell/back-office/quotations/pdf-fonts.ts'
import { breakpointVariables } from '@giftwell/shared/ui/breakpoints.ts'
import { schemeColours, themeVariables } from '@giftwell/shared/ui/theme-css.ts'
import react from '@vitejs/plugin-react'
import simpleVars from 'postcss-simple-vars'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** By default the router gives bundlers its development build. */
const production = (found: string) => fileURLToPath(found).replace('development', 'production')
const routers = [
  { find: /^react-router$/, replacement: production(import.meta.resolve('react-router')) },
  { find: /^react-router\/dom$/, replacement: production(import.meta.resolve('react-router/dom')) },
]

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

const inlineScript = () => {
  const html = readFileSync(resolve(import.meta.dirname, 'index.html'), 'utf8')
  return /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
}

const rules = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * The page of a quotation: the theme's colours and the site's inline script in its document, which the development server gives
 * for each of its links.
 */
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
      html
        .replace(
          '/* colours */',
          `:root{${rules(schemeColours.variables)};${rules(schemeColours.light)}}[data-mantine-color-scheme=dark]{${rules(schemeColours.dark)}}`,
        )
        .replace('/* the script of ../index.html */', () => inlineScript()),
  },
}

/** The fonts of PDFs, loaded on demand by pages and by the desktop app, which does not pack them. */
const fontsOfPdf: Plugin = {
  name: 'fonts-of-pdf',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const file = fontFiles.find((each) => siteFontPath(each) === request.url)
      if (file === undefined) next()
      else response.end(readFont(file))
    })
  },
  generateBundle() {
    if (this.environment.name !== 'client') return
    for (const file of fontFiles)
      this.emitFile({ type: 'asset', fileName: siteFontPath(file).slice(1), source: readFont(file) })
  },
}
const fontFiles = [...new Set(pdfFonts.flatMap(({ normal, bold }) => [normal, bold]))]
const readFont = (file: string) =>
  readFileSync(
    createRequire(import.meta.resolve('@giftwell/back-office/quotations/pdf-fonts.ts')).resolve(file),
  )

const lead = 'src/lead'
const catalogue = 'src/catalogue'
const shared = '../../packages/shared/src'

/**
 * The chunks beside those of the pages, by the modules that they begin with: each has what these import and no chunk before it
 * has. Its place in the order decides in which first view a module weighs.
 */
const chunks = {
  pictures: [
    'src/page/page-head.tsx',
    'src/page/product-picture.tsx',
    `${catalogue}/product-card.module.css`,
    `${shared}/ui/hero.svg`,
  ],
  forms: [`${lead}/lead-form.tsx`, `${lead}/use-lead-form.ts`],
  shared: [
    `${catalogue}/applied-filters.tsx`,
    `${catalogue}/catalogue-results.tsx`,
    `${catalogue}/filter-sidebar.tsx`,
    `${catalogue}/preview-cards.tsx`,
    `${catalogue}/use-results-prefetch.ts`,
    '../../node_modules/@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs',
  ],
  // Shared by text pages, product pages and dialogs.
  text: [
    'src/page/description.tsx',
    'src/page/long-date.ts',
    'src/page/print-button.tsx',
    '../../node_modules/@mantine/hooks/esm/use-reduced-motion/use-reduced-motion.mjs',
  ],
  product: ['src/product/product-view.tsx'],
  dialogs: [`${shared}/ui/dialog.tsx`, `${shared}/ui/toasts/toast-view.tsx`, `${lead}/privacy-notice.tsx`],
  // Loaded by a page on idle.
  idle: [
    'src/layout/idle-parts.tsx',
    'src/product/product-dialog.tsx',
    'src/inquiry/basket-dialog.tsx',
    `${lead}/saved-details.tsx`,
  ],
  rules: [`${shared}/kernel/form-rules.ts`],
  // The sign-in form's addition to a dialog.
  fields: [
    'src/account/auth-dialog.tsx',
    `${shared}/auth/account-requests.ts`,
    `${shared}/auth/code-form.tsx`,
    `${shared}/ui/entry-page.tsx`,
  ],
}

/** @throws when an entry does not exist, whose code would move to other chunks */
function chunkOf(name: string, entries: readonly string[]) {
  const paths = entries.map((entry) => resolve(import.meta.dirname, entry))
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new Error(`The chunk ${name} begins with ${missing.join(', ')}, which do not exist.`)
  const ids = new Set(paths.map((path) => normalizePath(path)))
  return { name, test: (id: string) => ids.has(id) }
}

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  // The page of a quotation is Preact's.
  plugins: [quotationPage, fontsOfPdf, react({ exclude: /\/src\/quotation\/|node_modules/ })],
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
          // By default there would be dozens of shared chunks, which weigh more together than the budget of a first view.
          codeSplitting: {
            groups: [
              { name: 'site', tags: ['$initial'], includeDependenciesRecursively: false },
              ...Object.entries(chunks).map(([name, entries]) => chunkOf(name, entries)),
            ],
          },
        },
      },
    }),
  },
  // The server build that renders the pages includes its dependencies.
  ssr: { noExternal: true },
}))
