import { robots, sitemap } from '@giftwell/backend/http/sitemap.ts'

/**
 * The `robots.txt` and `sitemap.xml` of the built website.
 *
 * @param origin of the address that visitors use, since a sitemap holds whole addresses
 */
export function searchFiles(origin: string): Readonly<Record<string, string>> {
  return {
    'robots.txt': robots(origin),
    'sitemap.xml': sitemap(origin),
  }
}
