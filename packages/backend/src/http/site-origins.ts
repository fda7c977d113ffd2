/** Where browsers find the website. */
export interface Site {
  /** The address that links in e-mails begin with, without a slash at the end. */
  readonly url: string
  /** Every origin under which a browser may reach the website, the one above included. */
  readonly origins: readonly string[]
}

/**
 * The site of a server that listens on a loopback port, or the one that stands in front of it.
 * @param siteUrl the origin that people use, when it is another one
 */
export function siteAt(port: number, siteUrl: string | null = null): Site {
  const url = siteUrl ?? loopbackOrigin(port)
  const other = new URL(url)
  // A browser on this machine reaches a loopback port by either name.
  if (other.hostname === '127.0.0.1') other.hostname = 'localhost'
  else if (other.hostname === 'localhost') other.hostname = '127.0.0.1'
  return { url, origins: [...new Set([url, other.origin])] }
}

/** The origin of a server on a loopback port. */
export function loopbackOrigin(port: number): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Where a link in an e-mail may lead back to: an address of the site itself. Anything else that a request asks for
 * becomes the site's home page, because the session is handed over in that address.
 */
export function redirectTarget(site: Site, requested: string | null | undefined): string {
  if (requested == null || !URL.canParse(requested, site.url)) return site.url
  const target = new URL(requested, site.url)
  if (!site.origins.includes(target.origin) || target.username !== '' || target.password !== '')
    return site.url
  // The session arrives as the fragment; one that is there already would hide it.
  target.hash = ''
  return target.href
}
