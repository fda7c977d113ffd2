import { sitemap } from '@giftwell/backend/http/sitemap.ts'

/** The website's default address: on the machine that runs `npm start`. */
const localSite = 'http://127.0.0.1:3000'

/**
 * The `robots.txt` and `sitemap.xml` of the built website.
 *
 * @param siteUrl the origin that visitors use, since a sitemap holds whole addresses
 * @throws when it is no http(s) address
 */
export function searchFiles(siteUrl: string = localSite): Readonly<Record<string, string>> {
  const { origin, protocol } = new URL(siteUrl)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('SITE_URL must be an http(s) address')
  return {
    'robots.txt': `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`,
    'sitemap.xml': sitemap(origin),
  }
}
