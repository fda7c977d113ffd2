import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import type { PageSource } from './prerendered-page.ts'

/** The request of the website for the preview. */
const previewPath = '/rest/v1/rpc/catalogue_page?page_size=48'

/**
 * `robots.txt`, and the sitemap with the products that everyone may see: those of the preview. Null for every other
 * request, and when they cannot be read.
 */
export async function sitemapResponse(
  request: Request,
  origin: string,
  { textFor }: PageSource,
): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const cacheControl = { 'cache-control': 'no-cache' }
  if (pathname === '/robots.txt')
    return new Response(robots(origin), { headers: { 'content-type': 'text/plain', ...cacheControl } })
  if (pathname !== '/sitemap.xml') return null
  const text = await textFor(previewPath).catch(() => null)
  if (text === null) return null
  // The function's documented result.
  const { products } = JSON.parse(text) as { products: { id: string; name: string }[] }
  return new Response(sitemap(origin, products.map(productPath)), {
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
 */
export function sitemap(origin: string, products: readonly string[] = []): string {
  const entries = [...pages, ...products].map((page) => `  <url><loc>${origin}${page}</loc></url>\n`).join('')
  const form = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${form}">\n${entries}</urlset>\n`
}
