import { type SiteDetails, speaksOfPharma } from '@giftwell/shared/kernel/brand.ts'
import { productPath, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import type { PageSource } from './prerendered-page.ts'

/** The request of the website for the preview. */
const previewPath = '/rest/v1/rpc/catalogue_page?page_size=48'

/**
 * `robots.txt`, and the sitemap with the public products, those of the preview, the home page's industry, and the
 * terms, if any. A crawler retries a temporary failure. Null for every other request.
 */
export async function sitemapResponse(
  request: Request,
  origin: string,
  data: PageSource,
): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const cacheControl = { 'cache-control': 'no-cache' }
  if (pathname === '/robots.txt')
    return new Response(robots(origin), { headers: { 'content-type': 'text/plain', ...cacheControl } })
  if (pathname !== '/sitemap.xml') return null
  const [preview, settings] = await Promise.all(
    [previewPath, '/rest/v1/rpc/site_details'].map((path) => data.textFor(path).catch(() => null)),
  )
  if (preview == null || settings == null)
    return new Response('Busy', {
      status: 503,
      headers: { 'retry-after': '60', 'cache-control': 'no-store' },
    })
  // The functions' documented results.
  const { products } = JSON.parse(preview) as { products: { id: string; name: string }[] }
  const details = JSON.parse(settings) as SiteDetails
  const found = [...(speaksOfPharma(details) ? [pharmaPath] : []), ...products.map(productPath)]
  return new Response(sitemap(origin, found, details.terms_changed_on), {
    headers: { 'content-type': 'application/xml', ...cacheControl },
  })
}

/** The public pages that search engines find on every site. */
const pages = ['/', '/catalogue', '/privacy', '/accessibility']

const pharmaPath = '/catalogue?industry=Pharmaceutical'

/** What search engines may read: all but the back office. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`
}

/**
 * A sitemap of the public pages.
 * @param found the paths that the catalogue has
 * @param termsDay the day of the terms' last change; missing without a page of terms
 */
export function sitemap(origin: string, found: readonly string[] = [], termsDay?: string): string {
  const entry = (page: string, more = '') => `  <url><loc>${origin}${page}</loc>${more}</url>\n`
  const terms = termsDay === undefined ? '' : entry(termsRoute, `<lastmod>${termsDay}</lastmod>`)
  const entries = [...pages, ...found].map((page) => entry(page)).join('') + terms
  const form = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${form}">\n${entries}</urlset>\n`
}
