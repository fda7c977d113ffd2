import { sitemap } from '@giftwell/backend/http/sitemap.ts'

/**
 * The `robots.txt` and `sitemap.xml` of the built website.
 *
 * @param origin of the address that visitors use, since a sitemap holds whole addresses
 */
export function searchFiles(origin: string): Readonly<Record<string, string>> {
  return {
    'robots.txt': `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`,
    'sitemap.xml': sitemap(origin),
  }
}
