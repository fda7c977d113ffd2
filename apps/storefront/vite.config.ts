import { localSite, searchFiles } from '@giftwell/tooling/site/search-files.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), searchFiles(process.env['SITE_URL'] ?? localSite)],
  build: {
    // Browsers of the last two years.
    target: 'es2023',
    sourcemap: false,
    // The Content-Security-Policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
  },
  // What renders the pages stands on its own in one folder.
  ssr: { noExternal: true },
})
