import { brand, isOfProduct, type SiteDetails, themeColours } from '@giftwell/shared/kernel/brand.ts'

/** The files of the built website that have its icon or name. */
const brandFiles = new Set(['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest'])

/** They change with the settings. */
const cacheControl = { 'cache-control': 'no-cache' }

/**
 * The owner's version of a built file: the icon is made from the logo, else from the first letter of the name,
 * which is no PNG. Null for other files, and for the product's own name and icon.
 */
export async function ownBrandFile(
  path: string,
  detailsOf: () => Promise<SiteDetails>,
): Promise<Response | null> {
  if (!brandFiles.has(path)) return null
  const site = await detailsOf()
  const { icon_url: icon } = site
  if (isOfProduct(site) && icon === undefined) return null
  if (path === '/manifest.webmanifest') {
    return Response.json(manifestOf(site), {
      headers: { 'content-type': 'application/manifest+json', ...cacheControl },
    })
  }
  // The picture's own address is another one for another picture, and cached for a year.
  if (icon !== undefined)
    return new Response(null, { status: 302, headers: { location: icon, ...cacheControl } })
  return path === '/favicon.svg'
    ? new Response(letterIcon(site), { headers: { 'content-type': 'image/svg+xml', ...cacheControl } })
    : new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain', ...cacheControl } })
}

/** The manifest for a phone's home screen. */
function manifestOf({ name = brand.name, icon_url: icon, colour_primary: colour }: SiteDetails): object {
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    theme_color: colour ?? themeColours.primary,
    icons: [
      icon === undefined
        ? { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }
        : { src: icon, sizes: '512x512', type: 'image/png' },
    ],
  }
}

/** The first letter of the name on the site's colour. */
function letterIcon({ name = '', colour_primary: colour }: SiteDetails): string {
  const letter = /[\p{L}\p{N}]/u.exec(name.toUpperCase())?.[0] ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour ?? themeColours.primary}"/><text x="16" y="23" text-anchor="middle" font-family="Georgia, serif" font-size="20" font-weight="600" fill="#fff">${letter}</text></svg>`
}
