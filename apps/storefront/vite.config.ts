import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** By default the router gives bundlers its development build. */
const router = fileURLToPath(import.meta.resolve('react-router')).replace('development', 'production')

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: router }] : [] },
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
                test: /\/(page-head|structured-data|image-sizes|stored-image|picture|product-picture(\.module)?|product-card\.module)\.(tsx?|css)$/,
              },
              {
                name: 'forms',
                test: /\/(lead-form|plain-field|honeypot-field|after-press|use-lead-form|use-contact-form|use-form-guard|use-submit-once|use-once-ended|use-challenge|mutationOptions|mutationObserver|useMutation)(\.module)?\.(tsx?|js|css)$/,
              },
              {
                name: 'dialogs',
                test: /\/(ui\/dialog|components\/(Modal|ModalBase|CloseButton|Overlay)\/|react-remove-scroll\/)/,
              },
              {
                name: 'shared',
                test: /\/(use-tooltip|budget|industry|preview|catalogue-filters|load-failure|offline|favourite-button|catalogue-queries|use-catalogue|use-results-prefetch|product-card|infiniteQueryObserver|infiniteQueryOptions|useInfiniteQuery|IconCheck|IconLock|IconPlayerPlayFilled|IconAdjustmentsHorizontal)(\.module)?\.(tsx?|mjs|css|js|svg)$/,
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
