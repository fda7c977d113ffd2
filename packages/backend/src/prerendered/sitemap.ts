import { productPath, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import { type PageSource, termsChangedOn } from './prerendered-page.ts'

/** The request of the website for the preview. */
const previewPath = '/rest/v1/rpc/catalogue_page?page_size=48'

/**
 * `robots.txt`, and the sitemap with the products that everyone may see, those of the preview, and the terms where there are some. Null for every other
 * request, and when they cannot be read.
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
  const [text, changedOn] = await Promise.all([
    data.textFor(previewPath).catch(() => null),
    termsChangedOn(data),
  ])
  if (text === null) return null
  // The function's documented result.
  const { products } = JSON.parse(text) as { products: { id: string; name: string }[] }
  return new Response(sitemap(origin, products.map(productPath), changedOn ?? null), {
    headers: { 'content-type': 'application/xml', ...cacheControl },
  })
}

/** The public pages that search engines find; products come from the catalogue. */
const pages = ['/', '/catalogue', '/catalogue?industry=Pharmaceutical', '/privacy', '/accessibility']

/** What search engines may read: all but the back office. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`
}

/**
 * A sitemap of the public pages.
 * @param products the paths of the products that everyone may see
 * @param termsDay the day of the terms' last change; null without a page of terms
 */
export function sitemap(
  origin: string,
  products: readonly string[] = [],
  termsDay: string | null = null,
): string {
  const entry = (page: string, more = '') => `  <url><loc>${origin}${page}</loc>${more}</url>\n`
  const terms = termsDay === null ? '' : entry(termsRoute, `<lastmod>${termsDay}</lastmod>`)
  const entries = [...pages, ...products].map((page) => entry(page)).join('') + terms
  const form = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${form}">\n${entries}</urlset>\n`
}
