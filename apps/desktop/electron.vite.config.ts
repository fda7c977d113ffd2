import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

import { breakpointVariables } from '@giftwell/shared/ui/breakpoints.ts'
import { themeVariables } from '@giftwell/shared/ui/theme-css.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import simpleVars from 'postcss-simple-vars'
import type { Plugin } from 'vite'

const source = resolve(import.meta.dirname, 'src')
/** Set by a check that builds into another folder. */
const out = process.env['DESKTOP_OUT'] ?? resolve(import.meta.dirname, 'out')

/** The built-in connection (docs/desktop.md); without it the app asks for the website's address once. */
const builtIn = {
  BUILT_IN_SUPABASE_URL: JSON.stringify(process.env['SUPABASE_URL'] ?? ''),
  BUILT_IN_SUPABASE_PUBLISHABLE_KEY: JSON.stringify(process.env['SUPABASE_PUBLISHABLE_KEY'] ?? ''),
  BUILT_IN_SITE_URL: JSON.stringify(process.env['SITE_URL'] ?? ''),
}

/** Pages have any depth, so assets need absolute URLs; electron-vite would make them relative. */
const fromTheRoot: Plugin = {
  name: 'giftwell:from-the-root',
  enforce: 'post',
  config: (config) => {
    config.base = '/'
  },
}

/** Stores the page's texts and fonts compressed, which an archive of Electron is not; main serves them as they were. */
const compressed: Plugin = {
  name: 'giftwell:compressed',
  async writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/^assets\/.*\.(js|css|svg|ttf)$/.test(name)) continue
      const file = resolve(dir, name)
      await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }))
      await rm(file)
    }
  },
}

export default defineConfig({
  main: {
    define: builtIn,
    build: {
      target: 'node24',
      outDir: resolve(out, 'main'),
      // Bundle everything except Electron: the package has no production dependencies.
      externalizeDeps: false,
      rolldownOptions: {
        // The updater is its own entry, so that shared code gets a third chunk: otherwise the updater would import main
        // under a second URL and run it twice.
        input: { main: resolve(source, 'main/main.ts'), updater: 'electron-updater' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      outDir: resolve(out, 'preload'),
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(source, 'preload/preload.ts'),
        // A sandboxed preload is a single CommonJS file.
        output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: resolve(source, 'renderer'),
    // Dependencies ask for different versions, which would bundle it three times.
    resolve: { dedupe: ['tslib'] },
    plugins: [react(), fromTheRoot, compressed],
    css: { postcss: { plugins: [simpleVars({ variables: breakpointVariables }), themeVariables] } },
    build: {
      target: 'es2023',
      outDir: resolve(out, 'renderer'),
      emptyOutDir: true,
      minify: 'oxc',
      sourcemap: false,
      // The Content-Security-Policy forbids data: fonts and scripts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(source, 'renderer/index.html') },
    },
  },
})
