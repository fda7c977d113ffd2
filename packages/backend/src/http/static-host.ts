import { siteRoutes } from '@giftwell/shared/kernel/site-routes.ts'

/**
 * The `_redirects` file of static hosts such as Netlify and Cloudflare Pages: every page without a document of its own is
 * the shell. Any other path that is no file is `404.html`, with status 404.
 * @param prerendered the paths that have a document
 */
export function staticRedirects(prerendered: readonly string[]): string {
  const shells = siteRoutes.filter((path) => !prerendered.includes(path))
  return shells.map((path) => `${path} /app/ 200\n`).join('')
}
