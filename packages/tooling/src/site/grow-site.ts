import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { keepFirstViewBudget } from './first-view-budget.ts'
import { prerenderSite } from './prerender-site.ts'

const storefront = join(repositoryRoot, 'apps', 'storefront')

/**
 * Bundles the website into a folder, and what renders its pages into another one, and renders them.
 * @throws when a first view is above its budget, with what has grown
 * @param siteUrl the address that visitors use, or undefined when it is not known
 */
export async function growSite(folder: string, serverFolder: string, siteUrl?: string): Promise<void> {
  process.env['NODE_ENV'] = 'production' // whatever the surroundings say: this is what gets deployed
  const { build } = await import('vite')
  await Promise.all([folder, serverFolder].map((path) => rm(path, { recursive: true, force: true })))
  const common = {
    emptyOutDir: true,
    reportCompressedSize: false,
    // Of a library's index only what somebody imports is read: of the icons a few in six thousand.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  }
  await build({
    root: storefront,
    logLevel: 'warn',
    build: { ...common, outDir: folder, manifest: true },
  })
  await build({
    root: storefront,
    logLevel: 'warn',
    // By itself a server's build leaves it to the server which React it runs: the one for developers, unless told.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...common, outDir: serverFolder, ssr: 'src/prerender/prerender.tsx', copyPublicDir: false },
  })
  await prerenderSite({ folder, serverFolder, siteOrigin: siteUrl ? new URL(siteUrl).origin : null })
  await keepFirstViewBudget(folder)
}
