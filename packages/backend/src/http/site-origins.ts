/** The website's origins. */
export interface Site {
  /** The origin of links in e-mails. */
  readonly url: string
  /** Every origin under which a browser may reach the website, including `url`. */
  readonly origins: readonly string[]
}

/**
 * The origins of a server that listens on a loopback port.
 * @param siteUrl the site's public origin, when it is another one
 */
export function siteAt(port: number, siteUrl: string | null = null): Site {
  const url = siteUrl ?? loopbackOrigin(port)
  const other = new URL(url)
  // A local browser may use either name of a loopback port.
  if (other.hostname === '127.0.0.1') other.hostname = 'localhost'
  else if (other.hostname === 'localhost') other.hostname = '127.0.0.1'
  return { url, origins: [...new Set([url, other.origin])] }
}

/** The origin of a server on a loopback port. */
export function loopbackOrigin(port: number): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Restricts the redirect of a link in an e-mail to the site itself, because that page opens signed in. Any other
 * target becomes the home page.
 */
export function redirectTarget(site: Site, requested: string | null | undefined): string {
  if (requested == null || !URL.canParse(requested, site.url)) return site.url
  const target = new URL(requested, site.url)
  if (!site.origins.includes(target.origin) || target.username !== '' || target.password !== '')
    return site.url
  target.hash = ''
  return target.href
}
