/** The public pages that search engines find; products come from the catalogue. */
const pages = ['/', '/catalogue', '/catalogue?industry=Pharmaceutical', '/privacy']

/** What search engines may read: all but the back office. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`
}

/**
 * A sitemap of the public pages.
 * @param products the paths of the products that everyone may see
 */
export function sitemap(origin: string, products: readonly string[] = []): string {
  const entries = [...pages, ...products].map((page) => `  <url><loc>${origin}${page}</loc></url>\n`).join('')
  const form = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${form}">\n${entries}</urlset>\n`
}
