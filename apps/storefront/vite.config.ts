import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { className } from '@giftwell/tooling/site/class-name.ts'
import { firstScript } from '@giftwell/tooling/site/first-script.ts'
import { firstViewChunks } from '@giftwell/tooling/site/first-view-chunks.ts'
import { localSite, searchFiles } from '@giftwell/tooling/site/search-files.ts'
import { themeSheet } from '@giftwell/tooling/site/theme-sheet.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const firstView = firstViewChunks(join(import.meta.dirname, 'src'), {
  start: 'main.tsx',
  pages: { home: 'home/home-page.tsx', catalogue: 'catalogue/catalogue-page.tsx' },
})

/** By itself the router gives bundlers the build that explains mistakes to developers. */
const router = fileURLToPath(import.meta.resolve('react-router')).replace('development', 'production')

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeSheet(),
    firstScript(join(import.meta.dirname, 'before-paint.js')),
    searchFiles(process.env['SITE_URL'] ?? localSite),
  ],
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: router }] : [] },
  css: { modules: { generateScopedName: className } },
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
            groups: [{ name: firstView, debugName: 'first view' }],
          },
        },
      },
    }),
  },
  // What renders the pages stands on its own in one folder.
  ssr: { noExternal: true },
}))
