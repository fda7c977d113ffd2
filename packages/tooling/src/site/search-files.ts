import { sitemap } from '@giftwell/backend/http/sitemap.ts'
import type { Plugin } from 'vite'

/** The website's default address: on the machine that runs `npm start`. */
export const localSite = 'http://127.0.0.1:3000'

/**
 * Adds `robots.txt` and `sitemap.xml` to the built website.
 *
 * @param siteUrl the origin that visitors use, since a sitemap holds whole addresses
 * @throws when it is no http(s) address
 */
export function searchFiles(siteUrl: string): Plugin {
  const { origin, protocol } = new URL(siteUrl)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('SITE_URL must be an http(s) address')
  return {
    name: 'giftwell-search-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(origin) })
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(origin) })
    },
  }
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`
}
